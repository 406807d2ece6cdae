import { badInput, RequestError } from '#base';
import { driver } from '../connection/driver.ts';
import { answerLost, databaseAway } from '../pool/outage-watch.ts';

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

/**
 * What PostgreSQL reports when it cannot work, by SQLSTATE (PostgreSQL's appendix A): connections (class 08),
 * resources such as disk, memory and connections (53), shutdown, crash and start (57P01 to 57P03, 57P05), and the
 * operating system's input and output (58000, 58030).
 */
const outage = /^(08...|53...|57P0[1235]|580[03]0)$/;

/** A text with U+0000, which no text of PostgreSQL can have, as itself (22021) or within JSON (22P05). */
const zeroCharacter = /^(22021|22P05)$/;

/**
 * The error of a statement, as the extension gets it. An outage is RequestError UNAVAILABLE 503, and a text that
 * PostgreSQL cannot store is BAD_USER_INPUT 400. Any other error stays as it is.
 */
export function asRequestError(error: unknown): unknown {
  if (error instanceof RequestError) return error;
  if (error instanceof LostConnectionError) return answerLost(error);
  if (!(error instanceof driver().DatabaseError) || error.code === undefined) return error;
  if (zeroCharacter.test(error.code)) return badInput('A text has the character U+0000.');
  return outage.test(error.code) ? databaseAway(error) : error;
}

/** The statement may have run or not. */
class LostConnectionError extends Error {}

/** The error of a statement whose connection was lost. Errors from PostgreSQL stay as they are. */
export function lostConnection(error: unknown): unknown {
  if (error instanceof driver().DatabaseError) return error;
  const message = 'The connection to PostgreSQL was lost; the statement may have run or not, and was not sent again.';
  return new LostConnectionError(message, { cause: error });
}
