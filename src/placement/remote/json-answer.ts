import { isObject } from '#base';
import { wire } from '../wire/messages.ts';
import { fromPlainError, type PlainError } from '../wire/plain-error.ts';
import type { IncomingAnswer } from './exchange.ts';

/** The most bytes of an answer that the gateway reads whole. */
export const mostBytes = 64 * 1024 * 1024;

/** Reads a whole answer. Rejects when it is longer than any. */
export function readText(answer: Pick<IncomingAnswer, 'text'>): Promise<string> {
  return answer.text(mostBytes);
}

/** The error that an extension answered instead of what it was asked. */
export async function errorIn(answer: IncomingAnswer): Promise<Error | undefined> {
  if (answer.header('content-type') !== wire.types.error) return undefined;
  const plain: unknown = JSON.parse(await readText(answer));
  return isPlainError(plain) ? fromPlainError(plain) : new Error('it answered an error that cannot be read');
}

export function isPlainError(value: unknown): value is PlainError {
  return isObject(value) && typeof value.message === 'string';
}
