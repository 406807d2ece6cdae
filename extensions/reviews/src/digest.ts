import { createHash } from 'node:crypto';

/** A text of equal length for any values, from which they cannot be read. */
export function digestOf(...values: readonly (string | number | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
