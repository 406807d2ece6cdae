import type { Database } from '#extension-api';
import { errorCode } from '../connection/connection-finding.ts';
import { lockClass } from '../roles/prepare-schemas.ts';

/** The table of rate-limit counters, as a client for `rate-limiter-flexible`. */
export interface RateTable {
  readonly schema: string;
  readonly table: string;
  query(statement: {
    readonly text: string;
    readonly values?: readonly unknown[];
  }): Promise<{ readonly rows: readonly object[]; readonly rowCount: number }>;
  /** Deletes windows that ended before this time, in milliseconds since 1970. */
  sweep(before: number): Promise<void>;
}

/** Stores counters in the gateway's own schema. The first counter creates the table. */
export function createRateTable(database: () => Database): RateTable {
  return {
    schema: 'stoa',
    table: 'rate_limits',
    async query({ text, values = [] }) {
      const rows = await database()
        .query(text, values)
        .catch(async (error: unknown) => {
          if (!['42P01', '3F000'].includes(errorCode(error) ?? '')) throw error;
          await makeTable(database());
          return await database().query(text, values);
        });
      return { rows, rowCount: rows.length };
    },
    async sweep(before) {
      await database().query('delete from stoa.rate_limits where expire < $1', [before]);
    },
  };
}

// 0 is for creating schemas, 1 for the table of sessions.
const tableLock = 2;

async function makeTable(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1, $2)', [lockClass, tableLock]);
    await transaction.query('create schema if not exists stoa');
    // Unlogged, since each request writes a counter. A crash loses the counters of one window.
    await transaction.query(`create unlogged table if not exists stoa.rate_limits (
      key text primary key, points integer not null, expire bigint)`);
    await transaction.query('create index if not exists rate_limits_expire on stoa.rate_limits (expire)');
  });
}
