import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { errorCode, type Logger } from '#base';

export interface LockOptions {
  /** Opens a connection of the administrator that only the lock uses. */
  readonly open: (onLost: (reason: string) => void) => Promise<Client>;
  readonly logger: Logger;
  /** Called when the wait begins. */
  readonly report?: (step: string) => void;
  /** Ends the wait, and stops the work between two migrations. */
  readonly signal?: AbortSignal | undefined;
}

const pollMs = 100;
/** Time between two log lines of a process that waits, in milliseconds. */
const reportMs = 5_000;

/**
 * Runs work while this process holds the row `migrations` of `stoa.locks`. Only the owner of `stoa` may lock the row,
 * so no extension can. PostgreSQL releases it when the connection ends. A process that waits logs the holder every
 * 5 s. The signal of the work is aborted when the given signal is, or when the connection is lost.
 */
export async function withMigrationLock<Result>(
  { open, ...options }: LockOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const client = await open((reason) => lost.abort(new Error(`The lock on migrations was lost: ${reason}`)));
  try {
    await makeLockTable(client);
    await acquire(client, options);
    const { signal } = options;
    const result = await work(signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]));
    await release(client);
    return result;
  } finally {
    await client.end();
  }
}

/**
 * Takes the row. Other processes see the columns of a row that is locked as they were at the last commit. So this
 * writes who takes it, commits, and takes it again. It tries once more if another process came between.
 */
async function acquire(client: Client, { logger, report, signal }: Omit<LockOptions, 'open'>): Promise<void> {
  const owner = randomUUID();
  const started = performance.now();
  let reports = 0;
  for (;;) {
    signal?.throwIfAborted();
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ owner: string | null }>(
      `select owner from stoa.locks where name = 'migrations' for update skip locked`,
    );
    if (rows[0]?.owner === owner) return;
    if (rows.length > 0)
      await client.query(
        `update stoa.locks set owner = $1, pid = $2, host = $3, since = now() where name = 'migrations'`,
        [owner, process.pid, hostname()],
      );
    await client.query('commit');
    if (rows.length > 0) continue;

    const waited = performance.now() - started;
    if (waited >= reports * reportMs) {
      reports++;
      const holders = await client.query<Record<'pid' | 'host' | 'since', unknown>>(
        `select pid, host, since from stoa.locks where name = 'migrations'`,
      );
      report?.('it waits for another process that migrates');
      logger.warn('waiting for another process that migrates', {
        ...holders.rows[0],
        waitedSeconds: Math.round(waited / 1000),
      });
    }
    await sleep(pollMs, undefined, signal === undefined ? {} : { signal });
  }
}

async function release(client: Client): Promise<void> {
  await client.query(
    `update stoa.locks set owner = null, pid = null, host = null, since = null where name = 'migrations'`,
  );
  await client.query('commit');
}

/** Makes the table without a lock. When two processes do so at once, PostgreSQL refuses one, which looks again. */
async function makeLockTable(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ made: boolean }>(`select to_regclass('stoa.locks') is not null as made`);
    if (rows[0]?.made === true) return;
    try {
      await client.query(`begin;
        create schema if not exists stoa;
        create table stoa.locks (name text primary key, owner text, pid int, host text, since timestamptz);
        insert into stoa.locks (name) values ('migrations');
        commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      // PostgreSQL's unique_violation (of its catalog), duplicate_schema and duplicate_table.
      if (!['23505', '42P06', '42P07'].includes(errorCode(error))) throw error;
    }
  }
}
