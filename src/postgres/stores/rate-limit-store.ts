import type { Database } from '#extension-api';

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

/** Stores counters in the gateway's own schema. */
export function createRateTable(database: () => Database): RateTable {
  return {
    schema: 'stoa',
    table: 'rate_limits',
    async query({ text, values = [] }) {
      const rows = await database().query(text, values);
      return { rows, rowCount: rows.length };
    },
    async sweep(before) {
      await database().query('delete from stoa.rate_limits where expire < $1', [before]);
    },
  };
}
