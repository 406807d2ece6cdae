import type { QueryConfig, QueryResult } from 'pg';
import type { Connection } from '../pool/connection-pool.ts';
import { lostConnection } from './statement-error.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Undefined for a statement that is planned only once. */
  readonly name: string | undefined;
}

export async function send(connection: Connection, { text, values, name }: Statement): Promise<readonly object[]> {
  if (name !== undefined) connection.prepared.add(text);
  const config = { text, values: [...values], ...(name === undefined ? extended : { name }) };
  return (await answerOf(connection, config)).rows;
}

/** Sends one of the gateway's own commands. Resolves with its command tag. */
export async function sendCommand(connection: Connection, text: string): Promise<string> {
  return (await answerOf(connection, { text })).command;
}

async function answerOf(connection: Connection, config: QueryConfig<unknown[]>): Promise<QueryResult<object>> {
  const { client, watch } = connection;
  watch?.sent();
  try {
    // With the driver's promises, the rows of every statement reach the old space: docs/decisions/008-postgresql.md.
    return await new Promise((resolve, reject) => {
      client.query<object, unknown[]>(config, (error, result) => {
        // pg passes null for no error.
        if (error) reject(error);
        else resolve(result);
      });
    });
  } catch (error) {
    throw connection.broken ? lostConnection(error) : error;
  } finally {
    watch?.ended(!connection.broken);
  }
}

// The extended protocol accepts one statement only, so no text can contain a second one after a semicolon.
const extended = { queryMode: 'extended' } as const;

/** The text of a statement that may share a connection. Undefined if a value may not serialise: pg closes it then. */
export function sharedText({ text, values, name }: Statement): string | undefined {
  return name !== undefined && values.length <= maxValues && values.every(isSimple) ? text : undefined;
}

/** The protocol has 16 bits for the number of values. */
const maxValues = 0xffff;

function isSimple(value: unknown): boolean {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}

function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function') || value instanceof Date;
}
