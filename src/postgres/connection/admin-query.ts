import type { Client, QueryResultRow } from 'pg';

export type AdminQuery = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

export function queryOn(client: Client): AdminQuery {
  return async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
}
