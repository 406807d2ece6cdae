import { once } from 'node:events';
import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { isObject, parseKnown } from './is-object.ts';
import { requireOwn } from './own-files.ts';

/** Bytes that may wait for the reader of standard error: some 4,000 lines. */
const maxWaitingBytes = 1_000_000;
/** Milliseconds after which a write that did not end means that the reader does not read. */
const stuckAfterMs = 500;

/**
 * Writes log lines to a file descriptor and never waits for its reader. Lines that find the buffer full are dropped
 * and counted. A warning with their number goes out before the next line that fits.
 *
 * `process.stderr` would wait, since a child that inherits standard error, such as esbuild, makes it blocking.
 */
export class LogStream {
  readonly #format: (line: string) => string;
  readonly #boom: ReturnType<typeof import('pino').destination>;
  #unreported = 0;
  #dropped = 0;
  /** When the stream last took all lines, or began to write; undefined while it has none to write. */
  #writingSince: number | undefined;

  constructor(fd: number, format = (line: string): string => line) {
    this.#format = format;
    const { destination }: typeof import('pino') = requireOwn('pino');
    this.#boom = destination({ fd, sync: false, maxLength: maxWaitingBytes });
    this.#boom.on('drop', () => {
      this.#dropped++;
      this.#unreported++;
    });
    this.#boom.on('write', () => {
      this.#writingSince = performance.now();
    });
    this.#boom.on('drain', () => {
      this.#writingSince = undefined;
      if (this.#unreported > 0) this.#report();
    });
    // A reader that has gone (EPIPE) ends the log, not the shop.
    this.#boom.on('error', () => undefined);
  }

  /** Lines dropped since the process started. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether the reader does not read. */
  get isStuck(): boolean {
    return this.#writingSince !== undefined && performance.now() - this.#writingSince > stuckAfterMs;
  }

  write(line: string): void {
    this.#writingSince ??= performance.now();
    this.#boom.write(this.#format(line));
  }

  /** Waits until all lines are written, at most `ms` milliseconds. */
  async flush(ms: number): Promise<void> {
    if (this.#writingSince === undefined) return;
    // A time-out leaves the lines in the buffer, and `isStuck` tells the caller.
    await once(this.#boom, 'drain', { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
  }

  /** Writes what waits, and blocks until it is written. */
  flushSync(): void {
    this.#boom.flushSync();
  }

  #report(): void {
    const fields = { level: 40, time: new Date().toISOString(), lines: this.#unreported, msg: 'log lines dropped' };
    this.#unreported = 0;
    this.write(`${JSON.stringify(fields)}\n`);
  }
}

let standardError: LogStream | undefined;

/** Whether the log has lines for people: on a terminal. Elsewhere it has JSON. */
export function isLogReadable(): boolean {
  return isatty(process.stderr.fd);
}

/** The log of this process. All loggers share it, since they share one standard error. */
export function standardErrorLog(): LogStream {
  if (standardError !== undefined) return standardError;
  const log = new LogStream(process.stderr.fd, isLogReadable() ? readableLine : undefined);
  standardError = log;
  // Writes the last lines before the process ends. Node cannot end while a thread waits for a reader of standard
  // error. Such a process ends by SIGKILL, which the supervisor would send otherwise, later. This listener comes before
  // the one of pino, which would wait for the reader.
  process.prependOnceListener('exit', () => {
    if (log.isStuck) process.kill(process.pid, 'SIGKILL');
    log.flushSync();
  });
  return log;
}

type Style = Parameters<typeof styleText>[0];

/** By pino's number. */
const levels = new Map<unknown, readonly [name: string, style: Style]>([
  [20, ['debug', 'dim']],
  [30, ['info', 'cyan']],
  [40, ['warn', 'yellow']],
  [50, ['error', 'red']],
]);

/**
 * A line of the log for people: time, level, event, fields, and the stack of an error below. Leaves out `findings`,
 * which a terminal gets with their lines of code. A text that is no line of the log stays as it is.
 */
export function readableLine(line: string): string {
  const event = parseKnown(line, isObject);
  if (event === undefined) return line;
  const { level, time, msg, err, ...fields } = event;
  const [name, style] = levels.get(level) ?? [String(level), 'reset'];
  const clock = paint('dim', new Date(String(time)).toTimeString().slice(0, 8));
  const shown = Object.entries(fields)
    .filter(([key]) => key !== 'findings')
    .map(([key, value]) => paint('dim', `${key}=`) + valueText(value));
  const head = [clock, paint(style, name.padEnd(5)), printable(String(msg)), ...shown].join(' ');
  return `${[head, ...stackOf(err)].join('\n')}\n`;
}

function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stderr });
}

function valueText(value: unknown): string {
  if (typeof value === 'string' && /^\S+$/.test(value)) return printable(value);
  return printable(JSON.stringify(value));
}

function stackOf(err: unknown): readonly string[] {
  if (!isObject(err)) return err === undefined ? [] : [`  ${valueText(err)}`];
  const { stack = err.message } = err;
  return String(stack)
    .split('\n')
    .map((each) => `  ${printable(each)}`);
}

/** A client chooses some texts. Control characters could move the cursor, or set the title of the window. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\u{fffd}');
}
