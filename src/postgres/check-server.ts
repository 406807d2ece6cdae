import { type Place, throwIfErrors } from '#base';
import type { Config } from '#config';
import { refuse } from './connection/connection-finding.ts';
import type { ControlConnection } from './control-connection.ts';
import { noRoles } from './roles/require-administrator.ts';

/** Facts that decide whether a gateway can use a database. */
export interface ServerFacts {
  /** No extension has a schema yet, or no start has completed the demonstration data. */
  readonly isNew: boolean;
  /** `18.4`, without what a distribution adds. */
  readonly version: string;
  readonly name: string;
}

interface FactsRow {
  readonly name: string;
  readonly version: number;
  readonly version_text: string;
  readonly role: string;
  readonly read_only: boolean;
  readonly can_create_roles: boolean;
  readonly is_new: boolean;
  readonly is_made: boolean;
}

// The first version with xid8, which shows later whether a transaction was committed.
const oldestVersion = 13;

/** Inspects the database without changes. Throws DATABASE_REFUSED when the gateway cannot use it. */
export async function inspectServer(
  control: ControlConnection,
  isolation: Config['database']['isolation'],
  where: Place,
): Promise<ServerFacts> {
  const [facts] = await control.query<FactsRow>(`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as version_text,
      current_user::text as role, current_database()::text as name, current_setting('transaction_read_only') = 'on' as read_only,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as can_create_roles,
      not exists (select from pg_namespace where nspname like 'ext\\_%') or to_regclass('stoa.unseeded') is not null as is_new,
      to_regclass('stoa.extensions') is not null as is_made`);

  if (facts === undefined)
    throw refuse(where, 'the server answers nothing', 'Check that DATABASE_URL names PostgreSQL.');
  if (facts.version < oldestVersion)
    throw refuse(where, `the server is PostgreSQL ${facts.version_text}`, `Use PostgreSQL ${oldestVersion} or newer.`);
  if (facts.read_only)
    throw refuse(where, 'the server takes no changes: it is a standby', 'Name the primary server in DATABASE_URL.');
  // On a prepared database, the gateway needs no more than to log in.
  if (isolation === 'role' && !facts.is_made && !facts.can_create_roles) throwIfErrors([noRoles(facts.role, where)]);
  return { name: facts.name, isNew: facts.is_new, version: facts.version_text.split(' ')[0] ?? '' };
}
