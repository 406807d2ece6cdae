import { isObject } from './is-object.ts';

/** What an outage is called in `error.extensions.code`: the database, a service or an extension is away or too slow. */
const codes: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'EXTENSION_UNAVAILABLE', 'EXTENSION_TIMEOUT']);

/** An outage, as an answer shows it. */
export interface Outage {
  readonly message: string;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: string;
}

/** How long a client should wait when the outage itself does not say it. In seconds. */
const retryAfter = '1';

/**
 * The outage behind an error: the error itself, one of its causes, or one of the errors in an AggregateError. It is
 * known by `code` of a RequestError, or by `extensions.code` of a GraphQL error, since an extension may have its own
 * copy of either class. Undefined for any other error.
 */
export function outageOf(thrown: unknown, depth = 0): Outage | undefined {
  if (!(thrown instanceof Error) || depth > maxDepth) return undefined;
  const known = readOutage(thrown);
  if (known !== undefined) return known;
  const behind: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  for (const error of [thrown.cause, ...behind]) {
    const outage = outageOf(error, depth + 1);
    if (outage !== undefined) return outage;
  }
  return undefined;
}

/** Whether a code of a GraphQL error means an outage. */
export function isOutageCode(code: unknown): boolean {
  return codes.has(code);
}

const maxDepth = 4;

function readOutage(error: Error): Outage | undefined {
  const { message, name } = error;
  if (name === 'RequestError' && 'code' in error && codes.has(error.code)) {
    const headers = 'headers' in error && isObject(error.headers) ? error.headers : {};
    const given = headers['retry-after'] ?? headers['Retry-After'];
    return { message, retryAfter: typeof given === 'string' ? given : retryAfter };
  }
  if ('extensions' in error && isObject(error.extensions) && codes.has(error.extensions.code))
    return { message, retryAfter };
  return undefined;
}
