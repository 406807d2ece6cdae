import type { Readable } from 'node:stream';
import type { Logger } from '#base';

/** The most characters of one line. The rest of a longer one is dropped. */
const longestLine = 8_192;

/** Makes log lines of what a child writes to standard output or standard error. */
export function logOutput(stream: Readable, write: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    for (const line of lines) if (line !== '') write(line.slice(0, longestLine));
  });
  stream.on('end', () => {
    if (rest !== '') write(rest);
  });
  // The child has ended; its exit is logged.
  stream.on('error', () => undefined);
}

/** Lines of one child in a second. */
const mostLines = 500;

/** The logger of one child. It drops lines beyond 500 a second, which would fill the log, and says how many. */
export class ChildLog {
  readonly #logger: Logger;
  #second = 0;
  #lines = 0;
  #dropped = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  write(level: 'debug' | 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== this.#second) this.#begin(second);
    if (this.#lines++ < mostLines) this.#logger[level](event, fields);
    else this.#dropped++;
  }

  #begin(second: number): void {
    if (this.#dropped > 0) this.#logger.warn('extension logs too much; lines were dropped', { lines: this.#dropped });
    this.#second = second;
    this.#lines = 0;
    this.#dropped = 0;
  }
}
