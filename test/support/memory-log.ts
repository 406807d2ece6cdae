import { createLogger, type Logger } from '#base';

/** A real logger whose lines stay in memory. */
export interface MemoryLog {
  readonly logger: Logger;
  /** All lines so far, as they would have been written. */
  text(): string;
  /** The events with this name, parsed. */
  events(event: string): readonly Readonly<Record<string, unknown>>[];
}

export function createMemoryLog(): MemoryLog {
  const lines: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void lines.push(line) });
  return {
    logger,
    text: () => lines.join(''),
    events: (event) => lines.map((line) => JSON.parse(line)).filter((entry) => entry.msg === event),
  };
}
