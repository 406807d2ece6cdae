import { driver } from '../connection/driver.ts';

/** True for errors that PostgreSQL reports, except those that end the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof driver().DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code);
}

/**
 * Whether PostgreSQL refused a prepared statement before it ran: the connection lost it, or its columns have
 * changed. An error with a `where` comes from a function that was running.
 */
export function wasRejectedBeforeExecution(error: unknown): boolean {
  if (!(error instanceof driver().DatabaseError) || error.where !== undefined) return false;
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');
}

/** Whether an error may have changed the session. A statement that PostgreSQL refused has not. */
export function invalidatesSession(error: unknown): boolean {
  return wasRejectedBeforeExecution(error) || !isRefusal(error);
}

/** The error of a statement whose connection was lost. Errors from PostgreSQL stay as they are. */
export function lostConnection(error: unknown): unknown {
  if (error instanceof driver().DatabaseError) return error;
  const message = 'The connection to PostgreSQL was lost; the statement may have run or not, and was not sent again.';
  return new Error(message, { cause: error });
}
