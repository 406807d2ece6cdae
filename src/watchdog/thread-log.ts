import { write } from 'node:fs';
import type { ThreadOptions } from './thread-options.ts';

export type ThreadLog = (level: 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>) => void;

/** pino's numbers of the levels. */
const levels = { warn: 40, error: 50 } as const;

/** Writes lines as the logger does, but from the watchdog's thread: the logger's own thread may be blocked. */
export function createThreadLog({ logs, worker }: Pick<ThreadOptions, 'logs' | 'worker'>): ThreadLog {
  return (level, msg, fields) => {
    const line = { level: levels[level], time: new Date(), worker, ...fields, msg };
    if (logs) writeWhole(Buffer.from(`${JSON.stringify(line)}\n`));
  };
}

const retryMs = 20;

// Not `writeSync`: if the other end does not read, this thread must still end the process in time.
function writeWhole(line: Buffer): void {
  write(2, line, (error, written) => {
    if (error?.code === 'EAGAIN') setTimeout(writeWhole, retryMs, line);
    else if (error === null && written < line.length) writeWhole(line.subarray(written));
  });
}
