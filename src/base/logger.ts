import type { BaseLogger, DestinationStream, Logger as PinoLogger } from 'pino';
import type { ExtensionId } from './ids.ts';
import { standardErrorLog } from './log-stream.ts';
import { emitLine, spanFields } from './open-telemetry.ts';
import { requireOwn } from './own-files.ts';

/** Fields of a log event. They never contain a token or a body. */
type LogFields = Readonly<Record<string, unknown>>;

/** Structured log events: `logger.info('gateway replaced', { extensions: 4 })`. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  child(fields: LogFields): Logger;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Creates a logger. It writes a JSON line for each event, by default to standard error: on a terminal for people. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  // pino has thirty modules, which `--help` does not need.
  const { pino }: typeof import('pino') = requireOwn('pino');
  const { stdSerializers, stdTimeFunctions } = pino;
  // A getter of an extension's error may throw. Logging the error must not throw then.
  const readable = (err: Error): object => {
    try {
      return stdSerializers.err(err);
    } catch {
      return { type: 'Error', message: 'an error that throws when it is read' };
    }
  };
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: readable },
    mixin: spanFields,
    hooks: {
      streamWrite(line: string): string {
        emitLine(line);
        return line;
      },
    },
  };
  return wrap(pino(options, destination ?? standardErrorLog()));
}

// pino takes the fields first. Here the event comes first, because readers search for it.
function wrap(target: BaseLogger & Pick<PinoLogger, 'child'>): Logger {
  return {
    debug: (event, fields = {}) => target.debug(fields, event),
    info: (event, fields = {}) => target.info(fields, event),
    warn: (event, fields = {}) => target.warn(fields, event),
    error: (event, fields = {}) => target.error(fields, event),
    child: (fields) => wrap(target.child(fields)),
  };
}
/** Keys that each log line already has. Most readers of JSON take the last of two equal keys. */
const taken: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'requestId', 'extension']);

/** A logger for an extension. Each line has the extension's name and the request id. */
export function extensionLogger(logger: Logger, extension: ExtensionId): Omit<Logger, 'child'> {
  const own = logger.child({ extension });
  return {
    debug: (event, fields = {}) => own.debug(event, renamed(fields)),
    info: (event, fields = {}) => own.info(event, renamed(fields)),
    warn: (event, fields = {}) => own.warn(event, renamed(fields)),
    error: (event, fields = {}) => own.error(event, renamed(fields)),
  };
}

function renamed(fields: LogFields): LogFields {
  if (!Object.keys(fields).some((name) => taken.has(name))) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [taken.has(name) ? `${name}_` : name, value]),
  );
}
