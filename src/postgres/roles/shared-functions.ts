import { type AdminQuery, connect, parseDatabaseUrl, queryOn, withClient } from '../connection/connect.ts';

/** What of PostgreSQL's own modules extensions may use, where the server has them. */
export interface SharedModule {
  readonly name: 'pg_trgm';
  /** `absent`: its package is not on the server. `closed`: extensions may not use its schema. */
  readonly state: 'ready' | 'closed' | 'missing' | 'absent';
  /** Whether this user may install it, where it is missing. */
  readonly mayInstall: boolean;
}

/** The schema of modules that the gateway installs. All roles may use it; none but its owner adds to it. */
export const sharedSchema = 'stoa_shared';

/** The state of pg_trgm. Changes nothing. PostgreSQL reads many files to list modules, so not where it is installed. */
export async function inspectSharedModule(query: AdminQuery): Promise<SharedModule> {
  const [row] = await query<{ state: SharedModule['state']; may: boolean }>(`
    select case
        when e.extname is not null and exists (
          select from aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
          where a.grantee = 0 and a.privilege_type = 'USAGE') then 'ready'
        when e.extname is not null then 'closed'
        when v.name is not null then 'missing'
        else 'absent' end as state,
      v.name is not null and ((select rolsuper from pg_roles where rolname = current_user)
        or (v.trusted and has_database_privilege(current_database(), 'create'))) as may
    from (values ('pg_trgm')) wanted(name)
    left join pg_extension e on e.extname = wanted.name
    left join pg_namespace n on n.oid = e.extnamespace
    left join lateral (
      select a.name, bool_or(ver.trusted) as trusted from pg_available_extensions a
      join pg_available_extension_versions ver on ver.name = a.name and ver.version = a.default_version
      where a.name = wanted.name and e.oid is null group by a.name) v on true`);
  if (row === undefined) throw new Error('PostgreSQL answered no row about pg_trgm');
  return { name: 'pg_trgm', state: row.state, mayInstall: row.may };
}

/** Installs pg_trgm where the server has it and this user may. Everything works without it, so nothing else happens. */
export async function installSharedModule(query: AdminQuery): Promise<void> {
  const { state, mayInstall } = await inspectSharedModule(query);
  if (state !== 'missing' || !mayInstall) return;
  await query(`create schema if not exists ${sharedSchema}`);
  await query(`grant usage on schema ${sharedSchema} to public`);
  await query(`create extension if not exists pg_trgm with schema ${sharedSchema}`);
}

/** What `stoa doctor` asks of a server. */
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
