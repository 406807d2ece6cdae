import { randomBytes } from 'node:crypto';
import type { AdminQuery } from '../connection/connect.ts';
import { driver } from '../connection/driver.ts';

/** Statements that make the tables of a serving gateway, unless they are there. */
const servingTables: readonly string[] = [
  `create table if not exists stoa.sessions (
    hash bytea primary key, user_id text not null, permissions text[] not null,
    created_at timestamptz not null default now(), expires_at timestamptz not null)`,
  'create index if not exists sessions_expires_at on stoa.sessions (expires_at)',
  'create index if not exists sessions_user_id on stoa.sessions (user_id)',
  // Unlogged, since each request writes a counter. A crash loses those of one window.
  `create unlogged table if not exists stoa.rate_limits (
    key text primary key, points integer not null, expire bigint)`,
  'create index if not exists rate_limits_expire on stoa.rate_limits (expire)',
  // Built files of the last generations, which the shop's processes share.
  `create table if not exists stoa.assets (
    name text primary key, content bytea not null, bytes int not null generated always as (length(content)) stored,
    used_at timestamptz not null default now())`,
  // Texts of automatic persisted queries, which the shop's processes share.
  `create table if not exists stoa.query_texts (
    hash text primary key, content text not null,
    bytes int not null generated always as (octet_length(content)) stored, used_at timestamptz not null default now())`,
  // What the shop has set while it ran. A row whose value is null says who went back to the default.
  `create table if not exists stoa.settings (
    extension text not null, name text not null, value jsonb, changes int not null default 1,
    changed_at timestamptz not null default now(), changed_by text, primary key (extension, name))`,
  'alter table stoa.settings add column if not exists ends int not null default 0',
  'alter table stoa.sessions add column if not exists ended int not null default 0',
  // The audit trail. Extensions only add to it, by a function with the rights of its owner.
  `create table if not exists stoa.records (
    id bigint primary key generated always as identity, at timestamptz not null default now(), extension text not null,
    caller text, caller_id text, request_id text, action text not null, subject text not null,
    "from" jsonb, "to" jsonb)`,
  'create index if not exists records_subject on stoa.records (subject, id)',
  'create schema if not exists stoa_records',
  'grant usage on schema stoa_records to public',
  // The role of an extension says which one it is. Under database.isolation: search-path, it has none.
  `create or replace function stoa_records.record(text, text, text, text, text, text, jsonb, jsonb) returns void
    language sql security definer set search_path = pg_catalog, pg_temp as $$
    insert into stoa.records (extension, caller, caller_id, request_id, action, subject, "from", "to")
    values (coalesce((select e.extension from stoa.extensions e where e.role = session_user), $1),
      $2, $3, $4, $5, $6, $7, $8) $$`,
];

/** Each table of schema `stoa`, with what the gateway's role may do with it while it serves. */
const ownTables: Readonly<Record<string, readonly string[]>> = {
  secrets: ['select'],
  extensions: ['select'],
  migrations: ['select'],
  locks: ['select'],
  sessions: ['select', 'insert', 'update', 'delete'],
  rate_limits: ['select', 'insert', 'update', 'delete'],
  assets: ['select', 'insert', 'update', 'delete'],
  query_texts: ['select', 'insert', 'update', 'delete'],
  settings: ['select', 'insert', 'update'],
  records: ['select'],
};

/** What tables of an older Stoa lack. */
const laterColumns: Readonly<Record<string, string>> = { migrations: 'kind', sessions: 'ended', settings: 'ends' };

/** What is missing of schema `stoa`, in words for an operator. Reads catalogs only, so any role may ask. */
export async function missingOwnTables(query: AdminQuery, gatewayRole: string): Promise<readonly string[]> {
  const [role] = await query<{ there: boolean }>('select exists (select from pg_roles where rolname = $1) as there', [
    gatewayRole,
  ]);
  if (role?.there !== true) return [`the role "${gatewayRole}"`];
  const rows = await query<{ name: string; columns: readonly string[]; granted: readonly string[] }>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped) as columns,
       array(select p from unnest(array['select', 'insert', 'update', 'delete']) p
         where has_table_privilege($1, c.oid, p) and has_schema_privilege($1, n.oid, 'usage')) as granted
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'stoa' and c.relkind = 'r'`,
    [gatewayRole],
  );
  const tables = Object.entries(ownTables).flatMap(([name, needed]) => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined) return [`the table stoa.${name}`];
    const later = laterColumns[name];
    if (later !== undefined && !row.columns.includes(later)) return [`the column ${later} of stoa.${name}`];
    const absent = needed.filter((privilege) => !row.granted.includes(privilege));
    return absent.length === 0 ? [] : [`${absent.join(', ')} on stoa.${name} for "${gatewayRole}"`];
  });
  const [database] = await query<{ may: boolean }>(
    `select has_database_privilege($1, current_database(), 'connect') as may`,
    [gatewayRole],
  );
  return [...tables, ...(database?.may === true ? [] : [`connect on the database for "${gatewayRole}"`])];
}

export interface OwnSchemaOptions {
  readonly database: string;
  readonly isolation: 'role' | 'search-path';
  /** Whether the gateway owns the whole server with all its databases. */
  readonly ownsServer: boolean;
  /** The role that serves: the user of `database.url`. */
  readonly gatewayRole: string;
}

/** Makes what is missing of schema `stoa`, in the caller's transaction, which holds the lock on migrations. */
export async function makeOwnSchema(query: AdminQuery, options: OwnSchemaOptions): Promise<void> {
  const [found] = await query<{ isNew: boolean }>(`select to_regclass('stoa.secrets') is null as "isNew"`);
  if (found?.isNew === true) await makeFirstTables(query, options);
  for (const statement of [addKinds, ...servingTables]) await query(statement);
  await grantToGateway(query, options);
}

async function makeFirstTables(
  query: AdminQuery,
  { database, isolation, ownsServer }: OwnSchemaOptions,
): Promise<void> {
  await query('create table stoa.secrets (secret text not null)');
  await query('create table if not exists stoa.unseeded ()');
  await query('create table stoa.extensions (extension text primary key, role text not null, login text not null)');
  await query(`create table stoa.migrations (
    extension text not null, name text not null, checksum text not null,
    applied_at timestamptz not null default now(), ms int not null, pending xid8, primary key (extension, name))`);
  await query('insert into stoa.secrets values ($1)', [newRoleSecret()]);
  if (isolation === 'search-path') return;
  // By default PUBLIC has these privileges, so every role would have them.
  await query(`revoke connect, create, temporary on database ${driver().escapeIdentifier(database)} from public`);
  await query(`do $$ begin
    if exists (select from pg_namespace where nspname = 'public') then revoke all on schema public from public; end if;
  end $$`);
  if (ownsServer) await query('revoke connect on database template1 from public');
}

// With defaults, so that an older Stoa on the same database still writes its rows.
const addKinds = `alter table stoa.migrations
  add column if not exists number int generated always as (substring(name from '^[0-9]+')::int) stored,
  add column if not exists kind text not null default 'expand' check (kind in ('expand', 'contract')),
  add column if not exists needs int`;

async function grantToGateway(query: AdminQuery, { database, gatewayRole }: OwnSchemaOptions): Promise<void> {
  const missing = await missingOwnTables(query, gatewayRole);
  if (missing.length === 0) return;
  const role = driver().escapeIdentifier(gatewayRole);
  await query(`grant connect on database ${driver().escapeIdentifier(database)} to ${role}`);
  await query(`grant usage on schema stoa to ${role}`);
  for (const [table, privileges] of Object.entries(ownTables))
    await query(`grant ${privileges.join(', ')} on stoa.${table} to ${role}`);
}

/** A secret from which the passwords of the extensions' roles are derived. */
export function newRoleSecret(): string {
  return randomBytes(32).toString('base64url');
}
