import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtensionId } from '#base';
import type { AdminQuery } from '../connection/connect.ts';

/** A migration that has just run. */
export interface AppliedMigration {
  readonly extension: ExtensionId;
  readonly name: string;
  readonly ms: number;
}

/** One row of `stoa.migrations`. */
export interface MigrationRecord {
  readonly extension: string;
  readonly name: string;
  readonly checksum: string;
  readonly number: number;
  readonly kind: 'expand' | 'contract';
  /** With `contract`: code that has the migration of this number may run with it. Null: only code that has it. */
  readonly needs: number | null;
  /** ISO 8601. */
  readonly applied_at: string;
  /** The state of its transaction; null when PostgreSQL no longer has it. */
  readonly state: 'committed' | 'aborted' | 'in progress' | null;
}

/** The applied migrations; empty on a database that no gateway has used. */
export async function readHistory(query: AdminQuery): Promise<readonly MigrationRecord[]> {
  const [found] = await query<{ made: boolean }>(`select to_regclass('stoa.migrations') is not null as made`);
  if (found?.made !== true) return [];
  // An older Stoa made the table without the column of kinds. Every migration of it counts as expanding.
  return await query<MigrationRecord>(
    `select extension, name, checksum, applied_at, substring(name from '^[0-9]+')::int as number,
       coalesce(to_jsonb(m) ->> 'kind', 'expand') as kind, (to_jsonb(m) ->> 'needs')::int as needs,
       case when pending is null then 'committed' else pg_xact_status(pending) end as state
     from stoa.migrations m order by extension, number, name`,
  );
}

/** Whether the current role may read the applied migrations. Reads catalogs only. */
export async function mayReadHistory(query: AdminQuery): Promise<boolean> {
  const [row] = await query<{ may: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'stoa' and c.relname = 'migrations' and has_schema_privilege(n.oid, 'usage')
         and has_table_privilege(c.oid, 'select')) as may`,
  );
  return row?.may === true;
}

const settlePollMs = 50;

/** Resolves records of a gateway that ended between recording and commit. The caller holds the extension's lock. */
export async function settleHistory(query: AdminQuery, extension: ExtensionId): Promise<void> {
  const values = [extension];
  for (;;) {
    const rows = await query<{ state: MigrationRecord['state'] }>(
      'select pg_xact_status(pending) as state from stoa.migrations where extension = $1 and pending is not null',
      values,
    );
    // The dead gateway's session may still be running. PostgreSQL ends it as soon as it notices.
    if (!rows.some(({ state }) => state === 'in progress')) break;
    await sleep(settlePollMs);
  }
  await query(
    `delete from stoa.migrations where extension = $1 and pg_xact_status(pending) is distinct from 'committed' and pending is not null`,
    values,
  );
  await query('update stoa.migrations set pending = null where extension = $1 and pending is not null', values);
}
