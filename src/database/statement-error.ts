import { DatabaseError } from 'pg';

/** True for errors that PostgreSQL itself reports, except those that end the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code);
}

/**
 * PostgreSQL refused a prepared statement before it ran: its connection has forgotten it, or its columns have
 * changed. An error with a `where` comes from a function that was running.
 */
export function wasRefusedUnrun(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.where !== undefined) return false;
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery');
}

/** A statement that PostgreSQL refuses leaves the session as it was; anything else may not. */
export function spoilsSession(error: unknown): boolean {
  return wasRefusedUnrun(error) || !isRefusal(error);
}

/** Why a statement failed whose connection is gone. What PostgreSQL itself said stays as it is. */
export function lostConnection(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  const message = 'The connection to PostgreSQL was lost; the statement may have run or not, and was not sent again.';
  return new Error(message, { cause: error });
}
