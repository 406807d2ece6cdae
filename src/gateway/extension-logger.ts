import type { ExtensionId } from '../base/ids.ts';
import type { LogFields, Logger } from '../base/logger.ts';
import type { Context } from '../extension-api.ts';

/** What each line says already. The same name a second time is what most readers of JSON take. */
const taken: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'requestId', 'extension']);

/** An extension's own logger, whose lines are always known by its name and its request. */
export function extensionLogger(logger: Logger, extension: ExtensionId): Context['logger'] {
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
