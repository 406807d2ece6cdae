import { connect, parseDatabaseUrl } from './connection/connect.ts';

export interface DatabaseFacts {
  readonly version: string;
  readonly maxConnections: number;
  readonly canCreateRoles: boolean;
}

export async function databaseFacts(url: string): Promise<DatabaseFacts> {
  const client = await connect(parseDatabaseUrl(url));
  try {
    const { rows } = await client.query<{ version: string; max: number; roles: boolean }>(`
      select current_setting('server_version') as version, current_setting('max_connections')::int as max,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as roles`);
    const [row] = rows;
    if (row === undefined) throw new Error('the server answers nothing');
    return { version: row.version, maxConnections: row.max, canCreateRoles: row.roles };
  } finally {
    await client.end();
  }
}
