import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { ExtensionId } from '#base';
import { type AdminQuery, queryOn } from '../connection/admin-query.ts';
import { driver } from '../connection/driver.ts';
import { passwordOf, roleOf, schemaOf, scramVerifier } from './extension-login.ts';

/** First half of the key of advisory locks between gateways. The second half is the purpose. */
export const lockClass = 0x73746f62;
const setupLock = 0;

export interface PrepareOptions {
  readonly database: string;
  readonly isolation: 'role' | 'search-path';
  /** Whether the gateway owns the whole server with all its databases. */
  readonly ownsServer: boolean;
}

/**
 * Creates what is missing: the gateway's own schema `stoa`, and each extension's schema and role. Resolves with the
 * secret of the roles' passwords. Only reads from a complete database.
 */
export async function prepareSchemas(
  admin: Client,
  extensions: readonly ExtensionId[],
  options: PrepareOptions,
): Promise<string> {
  const secret = await readRoleSecret(queryOn(admin));
  if (
    secret !== undefined &&
    (await hasKinds(admin)) &&
    (await findUnprepared(admin, extensions, { ...options, secret })).length === 0
  )
    return secret;

  await admin.query('select pg_advisory_lock($1, $2)', [lockClass, setupLock]);
  try {
    // Read again, since another gateway may have created it during the wait for the lock.
    const current = (await readRoleSecret(queryOn(admin))) ?? (await makeOwnSchema(admin, options));
    await addKinds(admin);
    for (const extension of await findUnprepared(admin, extensions, { ...options, secret: current }))
      await inTransaction(admin, () => prepareExtension(admin, extension, { ...options, secret: current }));
    return current;
  } finally {
    await admin.query('select pg_advisory_unlock($1, $2)', [lockClass, setupLock]);
  }
}

/** Undefined before the first `prepareSchemas` on this database. */
export async function readRoleSecret(query: AdminQuery): Promise<string | undefined> {
  const [found] = await query<{ made: boolean }>(`select to_regclass('stoa.secrets') is not null as made`);
  if (found?.made !== true) return undefined;
  return (await query<{ secret: string }>('select secret from stoa.secrets'))[0]?.secret;
}

/** Whether the table of migrations has the columns that an older Stoa did not make. */
async function hasKinds(admin: Client): Promise<boolean> {
  const { rowCount } = await admin.query(
    `select from pg_attribute where attrelid = 'stoa.migrations'::regclass and attname = 'kind'`,
  );
  return rowCount === 1;
}

// With defaults, so that an older Stoa beside this one still writes its rows.
async function addKinds(admin: Client): Promise<void> {
  if (await hasKinds(admin)) return;
  await admin.query(`alter table stoa.migrations
    add column number int generated always as (substring(name from '^[0-9]+')::int) stored,
    add column kind text not null default 'expand' check (kind in ('expand', 'contract')),
    add column needs int`);
}

async function makeOwnSchema(admin: Client, { database, isolation, ownsServer }: PrepareOptions): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await inTransaction(admin, async () => {
    await admin.query(`
      create schema if not exists stoa;
      create table stoa.secrets (secret text not null);
      create table stoa.unseeded ();
      create table stoa.extensions (extension text primary key, role text not null, login text not null);
      create table stoa.migrations (
        extension text not null, name text not null, checksum text not null,
        applied_at timestamptz not null default now(), ms int not null, pending xid8, primary key (extension, name));`);
    await admin.query('insert into stoa.secrets values ($1)', [secret]);
    if (isolation === 'search-path') return;
    // By default PUBLIC has these privileges, so every role would have them.
    await admin.query(`
      revoke connect, create, temporary on database ${driver().escapeIdentifier(database)} from public;
      do $$ begin
        if exists (select from pg_namespace where nspname = 'public') then revoke all on schema public from public; end if;
      end $$`);
    if (ownsServer) await admin.query('revoke connect on database template1 from public');
  });
  return secret;
}

type Login = PrepareOptions & { readonly secret: string };

async function findUnprepared(
  admin: Client,
  extensions: readonly ExtensionId[],
  options: Login,
): Promise<readonly ExtensionId[]> {
  const { rows } = await admin.query<{ extension: string; login: string; schema: string }>(
    `select e.extension, e.login, n.nspname as schema from stoa.extensions e
     join pg_namespace n on n.nspname = 'ext_' || replace(e.extension, '-', '_')
     where e.role = '' or exists (select from pg_roles r where r.rolname = e.role)`,
  );
  const ready = new Map(rows.map((row) => [row.extension, row.login]));
  return extensions.filter((extension) => ready.get(extension) !== loginMark(extension, options));
}

/** A mark that changes whenever the role must be created or altered. It depends on the role's name and password. */
function loginMark(extension: ExtensionId, { database, isolation, secret }: Login): string {
  if (isolation === 'search-path') return 'search-path';
  const role = roleOf(extension, database);
  return createHash('sha256')
    .update(`${role} ${passwordOf(role, secret)}`)
    .digest('hex');
}

async function prepareExtension(admin: Client, extension: ExtensionId, options: Login): Promise<void> {
  const role = options.isolation === 'role' ? roleOf(extension, options.database) : '';
  // The administrator owns the schema, so the extension can neither transfer it nor grant access.
  await admin.query(`create schema if not exists ${schemaOf(extension)}`);
  if (role !== '') {
    await makeRole(admin, role, options.secret);
    await admin.query(`
      alter role ${role} set search_path = ${schemaOf(extension)};
      alter role ${role} set timezone = 'UTC';
      alter role ${role} set datestyle = 'ISO';
      grant connect, temporary on database ${driver().escapeIdentifier(options.database)} to ${role};
      grant usage, create on schema ${schemaOf(extension)} to ${role};`);
    await reassignObjects(admin, schemaOf(extension), role);
  }
  await admin.query(
    `insert into stoa.extensions values ($1, $2, $3)
     on conflict (extension) do update set role = excluded.role, login = excluded.login`,
    [extension, role, loginMark(extension, options)],
  );
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

interface Strayed {
  readonly statement: string;
}

/**
 * Makes an extension's role the owner of all objects in its schema. They may have another owner: the administrator
 * under `database.isolation: search-path`, or in a copied or restored database the roles of the original.
 */
async function reassignObjects(admin: Client, schema: string, role: string): Promise<void> {
  const { rows } = await admin.query<Strayed>(
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
  for (const { statement } of rows) await admin.query(statement);
}
