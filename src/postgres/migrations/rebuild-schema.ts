import type { Client } from 'pg';
import type { ExtensionId, Finding, Logger } from '#base';
import { queryOn } from '../connection/connect.ts';
import { driver } from '../connection/driver.ts';
import { schemaOf } from '../roles/extension-login.ts';

export interface RebuildOptions {
  /** The administrator's connection. It has no other use meanwhile. */
  readonly admin: Client;
  readonly connectAs: (extension: ExtensionId) => Promise<Client>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Makes the schema and its role. */
  prepare(): Promise<void>;
  /** Runs all migrations in the empty schema. */
  run(): Promise<readonly Finding[]>;
  /** Loads the demonstration data. */
  seed(): Promise<readonly Finding[]>;
}

/**
 * Builds an extension's schema from its migrations as they are now, keeps the rows that fit, and loads the
 * demonstration data. When that fails, the schema is as it was. Returns the findings of the failure. The caller holds
 * the lock on migrations.
 */
export async function rebuildSchema(extension: ExtensionId, options: RebuildOptions): Promise<readonly Finding[]> {
  const { admin, connectAs, logger, prepare, run, seed } = options;
  const schema = schemaOf(extension);
  const before = `${schema}_before`;
  const history = await setAside(admin, extension, { schema, before });
  try {
    await prepare();
    const failed = await run();
    if (failed.length > 0) return await putBack(admin, extension, { schema, before, history, findings: failed });
    const client = await connectAs(extension);
    const copied = await copyRows(client, { schema, before }).finally(() => client.end());
    const unseeded = await seed();
    if (unseeded.length > 0) return await putBack(admin, extension, { schema, before, history, findings: unseeded });
    await admin.query(`drop schema ${before} cascade`);
    logger.warn('migrations ran anew, since an unreleased one was edited or removed', { extension, ...copied });
    return [];
  } catch (error) {
    await putBack(admin, extension, { schema, before, history, findings: [] });
    throw error;
  }
}

/** Empties an extension's schema: the next migration makes it anew. The caller holds the lock on migrations. */
export async function dropSchema(admin: Client, extension: ExtensionId): Promise<void> {
  await admin.query(`drop schema if exists ${schemaOf(extension)} cascade`);
  await admin.query('delete from stoa.migrations where extension = $1', [extension]);
}

interface Schemas {
  readonly schema: string;
  readonly before: string;
}

const columns = 'extension, name, checksum, applied_at, ms, kind, needs';

/** Renames the schema. Returns its history as JSON. */
async function setAside(admin: Client, extension: ExtensionId, { schema, before }: Schemas): Promise<string> {
  const query = queryOn(admin);
  const [interrupted] = await query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [before]);
  await admin.query('begin');
  // A process ended in the middle of it: what it had set aside is the schema.
  if (interrupted?.there === true) {
    await admin.query(`drop schema if exists ${schema} cascade`);
    await admin.query(`alter schema ${before} rename to ${schema}`);
  }
  const [found] = await query<{ rows: string }>(
    `select coalesce(json_agg(m), '[]')::text as rows from (
       select ${columns} from stoa.migrations where extension = $1) m`,
    [extension],
  );
  await admin.query(`alter schema ${schema} rename to ${before}`);
  await admin.query('delete from stoa.migrations where extension = $1', [extension]);
  await admin.query('commit');
  return found?.rows ?? '[]';
}

async function putBack(
  admin: Client,
  extension: ExtensionId,
  { schema, before, history, findings }: Schemas & { readonly history: string; readonly findings: readonly Finding[] },
): Promise<readonly Finding[]> {
  await admin.query('begin');
  await admin.query(`drop schema if exists ${schema} cascade`);
  await admin.query(`alter schema ${before} rename to ${schema}`);
  await admin.query('delete from stoa.migrations where extension = $1', [extension]);
  await admin.query(
    `insert into stoa.migrations (${columns})
     select ${columns} from json_populate_recordset(null::stoa.migrations, $1::json)`,
    [history],
  );
  await admin.query('commit');
  return findings;
}

/** Copies each row that the new tables take. Resolves with the numbers of rows by table. */
async function copyRows(client: Client, schemas: Schemas) {
  const kept: Record<string, number> = {};
  const lost: Record<string, number> = {};
  for (const table of await tablesOf(client, schemas)) {
    const counts = await copyTable(client, table, schemas);
    kept[table] = counts.kept;
    if (counts.lost > 0) lost[table] = counts.lost;
  }
  return { kept, lost };
}

/** Tables that both schemas have, each after those that it refers to. */
async function tablesOf(client: Client, { schema, before }: Schemas): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; needs: readonly string[] }>(
    `select c.relname::text as name, array(
       select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
       where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
     from pg_class c where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_class o where o.relname = c.relname and o.relnamespace = to_regnamespace($2))
     order by 1`,
    [schema, before],
  );
  const done: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined || done.includes(name) || path.includes(name)) return;
    for (const need of row.needs) visit(need, [...path, name]);
    done.push(name);
  };
  for (const { name } of rows) visit(name, []);
  return done;
}

async function copyTable(
  client: Client,
  table: string,
  { schema, before }: Schemas,
): Promise<{ readonly kept: number; readonly lost: number }> {
  const quote = (name: string): string => driver().escapeIdentifier(name);
  const { rows } = await client.query<{ name: string; type: string; sequence: string | null }>(
    `select n.attname::text as name, format_type(n.atttypid, n.atttypmod) as type,
       pg_get_serial_sequence($1 || '.' || quote_ident($3), n.attname) as sequence
     from pg_attribute n join pg_class c on c.oid = n.attrelid
       join pg_class oc on oc.relname = c.relname and oc.relnamespace = to_regnamespace($2)
       join pg_attribute o on o.attrelid = oc.oid and o.attname = n.attname and o.attnum > 0 and not o.attisdropped
     where c.relnamespace = to_regnamespace($1) and c.relname = $3 and n.attnum > 0 and not n.attisdropped
       and n.attgenerated = ''`,
    [schema, before, table],
  );
  if (rows.length === 0) return { kept: 0, lost: 0 };
  const names = rows.map(({ name }) => quote(name)).join(', ');
  const values = rows.map(({ name, type }) => `r.${quote(name)}::text::${type}`).join(', ');
  await client.query(`do $copy$
    declare r record; kept int := 0; lost int := 0;
    begin
      for r in select * from ${before}.${quote(table)} loop
        begin
          insert into ${schema}.${quote(table)} (${names}) overriding system value values (${values})
            on conflict do nothing;
          if found then kept := kept + 1; end if;
        exception when others then lost := lost + 1;
        end;
      end loop;
      perform set_config('stoa.kept', kept::text, false), set_config('stoa.lost', lost::text, false);
    end $copy$`);
  for (const { name, sequence } of rows) {
    if (sequence === null) continue;
    await client.query(
      `select setval($1::regclass, greatest(max(${quote(name)}), (select last_value from ${sequence})))
       from ${schema}.${quote(table)} having max(${quote(name)}) is not null`,
      [sequence],
    );
  }
  const counts = await client.query<{ kept: number; lost: number }>(
    `select current_setting('stoa.kept')::int as kept, current_setting('stoa.lost')::int as lost`,
  );
  return counts.rows[0] ?? { kept: 0, lost: 0 };
}
