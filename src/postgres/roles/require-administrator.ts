import { errorFinding, type Finding, type Place, throwIfErrors } from '#base';
import type { SqlFile } from '#extensions';
import type { AdminQuery } from '../connection/connect.ts';
import { noConnect, type PrepareOptions, type Unprepared } from './prepare-schemas.ts';

interface AdministratorOptions extends PrepareOptions {
  readonly unprepared: Unprepared;
  /** Migrations that have not run. */
  readonly outstanding: readonly SqlFile[];
}

interface Facts {
  readonly role: string;
  readonly superuser: boolean;
  readonly makesRoles: boolean;
  /** The owner of schema `stoa`, and whether this role has its privileges. Null before the first migration. */
  readonly owner: string | null;
  readonly owns: boolean | null;
  readonly grantsConnect: boolean;
}

const howTo = 'Run "npx stoa migrate" with database.adminUrl';

/** Throws StartupError, by what is missing, if the current role cannot make it. Only looks. */
export async function requireAdministrator(query: AdminQuery, options: AdministratorOptions): Promise<void> {
  const [facts] = await query<Facts & { [key: string]: unknown }>(
    `select r.rolname::text as role, r.rolsuper as superuser, r.rolcreaterole as "makesRoles",
       pg_get_userbyid(n.nspowner)::text as owner, pg_has_role(n.nspowner, 'usage') as owns,
       has_database_privilege(current_database(), 'connect with grant option')
         or has_database_privilege('public', current_database(), 'connect') as "grantsConnect"
     from pg_roles r left join pg_namespace n on n.nspname = 'stoa' where r.rolname = current_user`,
  );
  if (facts === undefined || facts.superuser) return requireGatewayRole(options);
  const { unprepared, outstanding, where } = options;
  if (facts.owns === false)
    return throwIfErrors([...notOwner(facts, unprepared, where), ...notRun(facts, outstanding)]);
  await requireGatewayRole(options);
  if (options.isolation === 'search-path' || unprepared.extensions.length === 0) return;
  if (!facts.makesRoles) throwIfErrors([noRoles(facts.role, where)]);
  if (!facts.grantsConnect) throw noConnect(options.database, facts.role, where);
}

/** The role of `database.url` is made by the operator, who chooses its password. */
async function requireGatewayRole({ unprepared, gatewayRole, where }: AdministratorOptions): Promise<void> {
  if (!unprepared.own.includes(`the role "${gatewayRole}"`)) return;
  throwIfErrors([
    errorFinding('DATABASE_UNPREPARED', {
      where,
      what: `the role "${gatewayRole}" of database.url does not exist`,
      fix: `Make it as an administrator: create role "${gatewayRole}" login password '…'. It needs no other right.`,
    }),
  ]);
}

function notOwner({ role, owner }: Facts, { own, extensions }: Unprepared, where: Place): readonly Finding[] {
  // The tables come first: without them, the gateway knows of no extension.
  const missing = own.length > 0 ? own : extensions.map((id) => `schema and role of ${id}`);
  if (missing.length === 0) return [];
  return [
    errorFinding('DATABASE_UNPREPARED', {
      where,
      what: `the database lacks ${missing.join('; ')}; "${role}" may not make it, since "${owner}" owns schema stoa`,
      fix: `${howTo}: the address of "${owner}", of a member of it, or of a superuser.`,
    }),
  ];
}

function notRun({ role, owner }: Facts, outstanding: readonly SqlFile[]): readonly Finding[] {
  return outstanding.map(({ file }) =>
    errorFinding('MIGRATION_NOT_RUN', {
      where: { file, line: 1 },
      what: `has not run, and "${role}" may not run it`,
      fix: `${howTo}: the address of "${owner}", who owns schema stoa, or of a superuser.`,
    }),
  );
}

/** What is said of a role that may not create roles, where extensions need some. */
export function noRoles(role: string, where: Place): Finding {
  return errorFinding('DATABASE_REFUSED', {
    where,
    what: `the user "${role}" may not create roles, and each extension needs one of its own to be kept apart`,
    fix: `${howTo}, or: alter role "${role}" createrole. Or set database.isolation: search-path, which does not keep extensions apart.`,
  });
}
