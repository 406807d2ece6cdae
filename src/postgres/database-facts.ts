import { connect, parseDatabaseUrl, queryOn, withClient } from './connection/connect.ts';
import { inspectSharedModule, sharedSchema } from './roles/shared-functions.ts';

export async function databaseFacts(url: string) {
  return await withClient(connect(parseDatabaseUrl(url)), async (client) => {
    const { rows } = await client.query<{ version: string; max: number; roles: boolean }>(`
      select current_setting('server_version') as version, current_setting('max_connections')::int as max,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as roles`);
    const [row] = rows;
    if (row === undefined) throw new Error('the server answers nothing');
    return {
      version: row.version,
      maxConnections: row.max,
      canCreateRoles: row.roles,
      trigrams: await inspectSharedModule(queryOn(client)),
      installTrigrams,
    };
  });
}

/** SQL that lets extensions use pg_trgm. */
const installTrigrams = `create schema if not exists ${sharedSchema}; grant usage on schema ${sharedSchema} to public; create extension pg_trgm schema ${sharedSchema};`;
