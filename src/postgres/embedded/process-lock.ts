import { setTimeout as sleep } from 'node:timers/promises';

const retryMs = 15;

/**
 * Runs the work while no other process, or caller in this process, holds the lock of this file. Throws when the lock
 * is not released in time.
 *
 * Node has no file locks, so this uses SQLite's. The operating system releases them when their process ends, so
 * there are no stale locks and no process ids to compare.
 */
export async function withProcessLock<Result>(
  file: string,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // Loaded here: only the embedded database needs it, and older Node versions print a warning.
  const { DatabaseSync } = await import('node:sqlite');
  const deadline = performance.now() + timeoutMs;
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    for (;;) {
      try {
        lock.exec('begin exclusive');
        break;
      } catch (error) {
        if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error;
        if (performance.now() > deadline) throw new LockTimeoutError(file, timeoutMs);
        await sleep(retryMs);
      }
    }
    return await work();
  } finally {
    lock.close();
  }
}

/** Another process held the lock for too long. */
export class LockTimeoutError extends Error {
  constructor(file: string, timeoutMs: number) {
    super(`another process has held ${file} for ${timeoutMs / 1000} s`);
    this.name = 'LockTimeoutError';
  }
}

const sqliteBusy = 5;
