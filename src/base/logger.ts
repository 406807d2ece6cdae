import { type DestinationStream, pino } from 'pino';

/** Fields of a log event; never a token, never a body. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Events, not prose: `logger.info('gateway replaced', { extensions: 4 })`. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A logger that adds these fields to each of its events. */
  child(fields: LogFields): Logger;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** One JSON line an event, on standard error unless another destination is given. */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: readable } };
  return wrap(pino(options, destination));
}

// An error is an object of somebody else's, which may throw when it is looked at; logging it must not be a failure of ours.
function readable(err: Error): object {
  try {
    return pino.stdSerializers.err(err);
  } catch {
    return { type: 'Error', message: 'an error that throws when it is read' };
  }
}

interface PinoLike {
  debug(fields: object, event: string): void;
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
  error(fields: object, event: string): void;
  child(fields: object): PinoLike;
}

// pino takes the fields first; here the event comes first, because it is what one greps for.
function wrap(target: PinoLike): Logger {
  return {
    debug: (event, fields = {}) => target.debug(fields, event),
    info: (event, fields = {}) => target.info(fields, event),
    warn: (event, fields = {}) => target.warn(fields, event),
    error: (event, fields = {}) => target.error(fields, event),
    child: (fields) => wrap(target.child(fields)),
  };
}
