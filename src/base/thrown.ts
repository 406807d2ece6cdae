import { inspect } from 'node:util';

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`thrown: ${inspect(thrown, { depth: 0 })}`);
}

/** The code of an error: Node's `EACCES`, `MODULE_NOT_FOUND`, ..., or PostgreSQL's SQLSTATE. Empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** For the `catch` of a promise: undefined for a missing file. Another process may remove a file at any time. */
export function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** The message of any thrown value. A connection refused at several addresses has an empty message of its own. */
export function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}
