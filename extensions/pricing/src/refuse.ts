import { StoaError } from 'stoa';

/** Throws a StoaError, with the same text at a field. */
export function refuse(code: 'CONFLICT' | 'BAD_USER_INPUT', field: string, text: string): never {
  throw new StoaError(code, { text }, { fields: { [field]: { text } } });
}
