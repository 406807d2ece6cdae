import type { Client } from 'pg';
import { createLogger, isObject, textOf } from '#base';
import type { Config } from '#config';
import { connect, databasePlace, withClient } from './connection/connect.ts';
import { connectionError } from './connection/connection-finding.ts';
import { useEmbeddedServer } from './embedded/embedded-server.ts';
import { readUrl } from './open-database.ts';

/** PostgreSQL refused the statement. */
export class StatementRefusedError extends Error {
  /** SQLSTATE. */
  readonly code: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** The position in the statement, from 0 in UTF-16 units. */
  readonly offset: number | undefined;

  constructor(refusal: Record<string, unknown>, statement: string) {
    super(String(refusal.message));
    this.name = 'StatementRefusedError';
    this.code = String(refusal.code);
    this.detail = textOf(refusal.detail);
    this.hint = textOf(refusal.hint);
    // PostgreSQL counts characters from 1.
    const position = Number(refusal.position);
    this.offset = position > 0 ? [...statement].slice(0, position - 1).join('').length : undefined;
  }
}

/**
 * Runs one statement as the administrator of the database. Starts the embedded server if it does not run. Throws
 * StatementRefusedError, or StartupError for a database that is away. `asText`: values as PostgreSQL writes them.
 */
export async function runStatement(config: Config, statement: string, { asText }: { readonly asText: boolean }) {
  return await asAdministrator(config, async (client) => {
    // The extended protocol takes one statement alone. @types/pg does not have `queryMode`.
    const query = {
      text: statement,
      rowMode: 'array' as const,
      queryMode: 'extended',
      ...(asText ? { types: { getTypeParser: () => String } } : {}),
    };
    const result = await client.query<unknown[]>(query).catch((error: unknown) => {
      if (isObject(error) && error instanceof Error && typeof error.code === 'string' && 'severity' in error)
        throw new StatementRefusedError({ ...error, message: error.message }, statement);
      throw error;
    });
    return {
      /** SELECT, INSERT, CREATE, ... */
      command: result.command,
      /** Rows returned or changed; undefined for statements that count none. */
      rowCount: result.rowCount ?? undefined,
      columns: result.fields.map(({ name }) => name),
      rows: result.rows,
    };
  });
}

async function asAdministrator<Result>(config: Config, work: (client: Client) => Promise<Result>): Promise<Result> {
  if (config.database.url !== 'embedded') {
    const settings = readUrl(config.database.adminUrl ?? config.database.url, databasePlace(config));
    const opening = connect(settings).catch((error: unknown) => {
      throw connectionError(error, settings, databasePlace(config));
    });
    return await withClient(opening, work);
  }
  const server = await useEmbeddedServer(config.stateFolder, {
    connections: config.database.connections,
    where: databasePlace(config),
    logger: createLogger('warn'),
  });
  const { client } = await server.join(() => undefined);
  try {
    return await work(client);
  } finally {
    await server.leave(client);
  }
}
