import { errorCode } from './connection-finding.ts';

/** True for errors that PostgreSQL itself reports, except those that end the connection. */
export function isRefusal(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);
}

/** A prepared statement that its connection has forgotten, or whose table has changed. Nothing has run. */
export function isStalePlan(error: unknown): boolean {
  const code = errorCode(error);
  return code === '26000' || (code === '0A000' && error instanceof Error && /cached plan/.test(error.message));
}

/** A statement that PostgreSQL refuses leaves the session as it was; anything else may not. */
export function spoilsSession(error: unknown): boolean {
  return isStalePlan(error) || !isRefusal(error);
}

export function wasCancelled(error: unknown): boolean {
  return errorCode(error) === '57014';
}
