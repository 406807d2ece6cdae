/** Statements of a gateway's extensions, for servers that talk to PostgreSQL as the same roles, but without a gateway. */

import pg from 'pg';
import { columnTypes } from '../src/postgres/connection/column-types.ts';

/** Connections for each role, about as many as the gateway opens under the same load. */
const connectionsPerRole = 6;

export interface Statement {
  readonly settings: pg.ClientConfig;
  readonly query: PreparedQuery;
}

export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Notes the prepared statements that are sent until `end`, and as whom. */
export function spyStatements() {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function spy(this: pg.Client, ...args: unknown[]) {
    const [sent] = args;
    if (typeof sent === 'object' && sent !== null && 'name' in sent && 'text' in sent && 'values' in sent) {
      const { host, port, user, database, password } = this;
      statements.push({
        settings: { host, port, user, database, password, types: columnTypes },
        query: {
          name: String(sent.name),
          text: String(sent.text),
          values: Array.isArray(sent.values) ? sent.values : [],
        },
      });
    }
    return Reflect.apply(query, this, args);
  };
  return {
    statements,
    end: () => {
      pg.Client.prototype.query = query;
    },
  };
}

export type Send = <Row extends object>(query: PreparedQuery) => Promise<readonly Row[]>;

/** Opens connections of one role; each statement takes an idle one, or waits for one. */
export async function connectRole(settings: pg.ClientConfig): Promise<Send> {
  const idle = await Promise.all(
    Array.from({ length: connectionsPerRole }, async () => {
      const client = new pg.Client(settings);
      await client.connect();
      return client;
    }),
  );
  const waiting: ((client: pg.Client) => void)[] = [];
  return async <Row extends object>(query: PreparedQuery) => {
    const client = idle.pop() ?? (await new Promise<pg.Client>((resolve) => void waiting.push(resolve)));
    try {
      return (await client.query<Row & pg.QueryResultRow>({ ...query })).rows;
    } finally {
      const next = waiting.shift();
      if (next === undefined) idle.push(client);
      else next(client);
    }
  };
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
