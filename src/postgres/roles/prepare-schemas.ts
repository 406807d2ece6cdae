import { createHash } from 'node:crypto';
import type { Client, Pool } from 'pg';
import type { ExtensionId, Place, StartupError } from '#base';
import { type AdminQuery, type ConnectionSettings, openPool, queryOn } from '../connection/connect.ts';
import { refuse } from '../connection/connection-finding.ts';
import { driver } from '../connection/driver.ts';
import { passwordOf, roleOf, schemaOf, scramVerifier } from './extension-login.ts';
import { makeOwnSchema, missingOwnTables, newRoleSecret, type OwnSchemaOptions } from './own-schema.ts';
import { installSharedModule } from './shared-functions.ts';

export interface PrepareOptions extends OwnSchemaOptions {
  readonly where: Place;
  /** The administrator's login: of `database.adminUrl`, or of `database.url`. */
  readonly settings: ConnectionSettings;
  readonly added?: AddedSchema | undefined;
}

/** What another room keeps in the database. */
export interface AddedSchema {
  /** In words for an operator. */
  readonly name: string;
  /** Reads catalogs only, so any role may ask. */
  isThere(query: AdminQuery, gatewayRole: string): Promise<boolean>;
  /** Makes it as the administrator, who has made schema `stoa` and holds the lock on migrations. */
  make(admin: Pool, gatewayRole: string): Promise<void>;
}

/** What an administrator must make before these extensions can run. */
export interface Unprepared {
  /** Of the gateway's own schema, in words for an operator. */
  readonly own: readonly string[];
  readonly extensions: readonly ExtensionId[];
}

/** Finds what is missing. Changes nothing. */
export async function findUnprepared(
  query: AdminQuery,
  extensions: readonly ExtensionId[],
  options: PrepareOptions,
): Promise<Unprepared> {
  const own = [...(await missingOwnTables(query, options.gatewayRole)), ...(await missingAdded(query, options))];
  // Without its own tables, the gateway knows of no extension.
  if (own.length > 0) return { own, extensions };
  return { own, extensions: await unpreparedExtensions(query, extensions, options) };
}

async function missingAdded(query: AdminQuery, { added, gatewayRole }: PrepareOptions): Promise<readonly string[]> {
  return added === undefined || (await added.isThere(query, gatewayRole)) ? [] : [added.name];
}

async function makeAdded({ added, settings, gatewayRole }: PrepareOptions): Promise<void> {
  const pool = openPool(settings, 1);
  try {
    await added?.make(pool, gatewayRole);
  } finally {
    await pool.end();
  }
}

/**
 * Makes what is missing: the gateway's own schema `stoa`, what the gateway's role may do in it, and each extension's
 * schema and role. The caller holds the lock on migrations. Throws StartupError DATABASE_REFUSED for a role that
 * cannot connect.
 */
export async function prepareSchemas(
  admin: Client,
  extensions: readonly ExtensionId[],
  options: PrepareOptions,
): Promise<void> {
  const query = queryOn(admin);
  if ((await missingOwnTables(query, options.gatewayRole)).length > 0)
    await inTransaction(admin, () => makeOwnSchema(query, options));
  if ((await missingAdded(query, options)).length > 0) await makeAdded(options);
  const secret = await readRoleSecret(query);
  for (const extension of await unpreparedExtensions(query, extensions, options)) {
    await inTransaction(admin, () => prepareExtension(admin, extension, { ...options, secret }));
  }
  await inTransaction(admin, () => installSharedModule(query));
}

/** The secret of the passwords. Throws before the first `prepareSchemas` on this database. */
export async function readRoleSecret(query: AdminQuery): Promise<string> {
  const [found] = await query<{ secret: string }>('select secret from stoa.secrets');
  if (found === undefined) throw new Error('The table stoa.secrets is empty.');
  return found.secret;
}

/**
 * Gives every extension's role a new password, in one transaction. Sessions that are open stay. Gateways that serve
 * read the secret again when PostgreSQL refuses the old password. The caller holds the lock on migrations.
 */
export async function rotatePasswords(admin: Client): Promise<void> {
  const secret = newRoleSecret();
  await inTransaction(admin, async () => {
    await admin.query('update stoa.secrets set secret = $1', [secret]);
    const { rows } = await admin.query<{ extension: string; role: string }>(
      `select extension, role from stoa.extensions where exists (select from pg_roles where rolname = role)`,
    );
    for (const { extension, role } of rows) {
      await makeRole(admin, role, secret);
      await admin.query('update stoa.extensions set login = $2 where extension = $1', [
        extension,
        passwordMark(role, secret),
      ]);
    }
  });
}

type Login = PrepareOptions & { readonly secret: string };

async function unpreparedExtensions(
  query: AdminQuery,
  extensions: readonly ExtensionId[],
  options: PrepareOptions,
): Promise<readonly ExtensionId[]> {
  const secret = await readRoleSecret(query);
  // In search-path mode the gateway's own role works in the schema.
  const rows = await query<{ extension: string; login: string }>(
    `select e.extension, e.login from stoa.extensions e
     join pg_namespace n on n.nspname = 'ext_' || replace(e.extension, '-', '_')
     left join pg_roles r on r.rolname = e.role
     where case when e.role = '' then has_schema_privilege($1, n.oid, 'create')
       else r.oid is not null and has_database_privilege(r.oid, current_database(), 'connect') end`,
    [options.gatewayRole],
  );
  const ready = new Map(rows.map((row) => [row.extension, row.login]));
  return extensions.filter((extension) => ready.get(extension) !== loginMark(extension, { ...options, secret }));
}

/** A mark that changes whenever the role must be created or altered. It depends on the role's name and password. */
function loginMark(extension: ExtensionId, { database, isolation, secret }: Login): string {
  return isolation === 'search-path' ? 'search-path' : passwordMark(roleOf(extension, database), secret);
}

function passwordMark(role: string, secret: string): string {
  return createHash('sha256')
    .update(`${role} ${passwordOf(role, secret)}`)
    .digest('hex');
}

async function prepareExtension(admin: Client, extension: ExtensionId, options: Login): Promise<void> {
  const role = options.isolation === 'role' ? roleOf(extension, options.database) : '';
  // The administrator owns the schema, so the extension can neither transfer it nor grant access.
  await admin.query(`create schema if not exists ${schemaOf(extension)}`);
  if (role === '') {
    const gateway = driver().escapeIdentifier(options.gatewayRole);
    await admin.query(`grant usage, create on schema ${schemaOf(extension)} to ${gateway}`);
  } else {
    await makeRole(admin, role, options.secret);
    await admin.query(`
      alter role ${role} set search_path = ${schemaOf(extension)};
      alter role ${role} set timezone = 'UTC';
      alter role ${role} set datestyle = 'ISO';
      grant connect, temporary on database ${driver().escapeIdentifier(options.database)} to ${role};
      grant usage, create on schema ${schemaOf(extension)} to ${role};`);
    await requireConnect(queryOn(admin), role, options);
    await reassignObjects(admin, schemaOf(extension), role);
  }
  await admin.query(
    `insert into stoa.extensions values ($1, $2, $3)
     on conflict (extension) do update set role = excluded.role, login = excluded.login`,
    [extension, role, loginMark(extension, options)],
  );
}

/** PostgreSQL only warns when the administrator may not grant CONNECT. Without PUBLIC's, the role cannot log in. */
async function requireConnect(query: AdminQuery, role: string, { database, where }: PrepareOptions): Promise<void> {
  const [row] = await query<{ may: boolean; admin: string }>(
    `select has_database_privilege($1, current_database(), 'connect') as may, current_user::text as admin`,
    [role],
  );
  if (row?.may === true) return;
  throw noConnect(database, row?.admin ?? '', where);
}

/** What `migrate` and `doctor` say where nothing lets the extensions' roles connect. */
export function noConnect(database: string, admin: string, where: Place): StartupError {
  const what = `PUBLIC has lost CONNECT on the database "${database}", and the user "${admin}" may not grant it to the roles of extensions`;
  const fix = `Run as the database's owner: grant connect on database "${database}" to "${admin}" with grant option.`;
  return refuse(where, what, fix);
}

async function makeRole(admin: Client, role: string, secret: string): Promise<void> {
  const verifier = driver().escapeLiteral(scramVerifier(passwordOf(role, secret)));
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role]);
  await admin.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} login noinherit password ${verifier}`);
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Makes an extension's role the owner of all objects in its schema. They may have another owner: the administrator
 * under `database.isolation: search-path`, or in a copied or restored database the roles of the original.
 */
async function reassignObjects(admin: Client, schema: string, role: string): Promise<void> {
  const { rows } = await admin.query<{ statement: string }>(
    `select format('alter %s %s owner to %I', kind, name, $2::text) as statement from (
       select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end
           as kind, oid::regclass::text as name, relnamespace as schema, relowner as owner
         from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
           select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
       union all select 'routine', oid::regprocedure::text, pronamespace, proowner from pg_proc
       union all select case typtype when 'd' then 'domain' else 'type' end, oid::regtype::text, typnamespace, typowner
         from pg_type where typtype in ('d', 'e', 'r')
     ) objects where schema = $1::regnamespace and pg_get_userbyid(owner) <> $2`,
    [schema, role],
  );
  if (rows.length === 0) return;
  // Transferring ownership to a role requires its membership. A superuser needs no grant.
  await admin.query(`grant ${role} to current_user`);
  await admin.query(rows.map(({ statement }) => statement).join(';'));
}
