import { isObject, parseKnown } from '#base';
import type { FilesCall } from './files-call.ts';
import type { CallHeader, SessionChange } from './messages.ts';

/** Writes a message as JSON in ASCII, which a header field can hold. */
export function toFieldJson(message: CallHeader | SessionChange | FilesCall): string {
  return JSON.stringify(message).replace(/[\u007f-\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Reads the header field `stoa-call`. Undefined when it is malformed. Its signature vouches for its content. */
export function readCallHeader(text: string): CallHeader | undefined {
  return parseKnown(text, isCallHeader);
}

function isCallHeader(value: unknown): value is CallHeader {
  return hasCallFacts(value) && Array.isArray(value.contracts) && isObjectOrNone(value.rest);
}

/** Whether it has what each call has, whatever it asks for. */
export function hasCallFacts(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || !isObject(value.request) || !isObject(value.caller)) return false;
  return typeof value.depth === 'number' && isObjectOrNone(value.settings) && isObjectOrNone(value.shop);
}

function isObjectOrNone(value: unknown): boolean {
  return value === undefined || isObject(value);
}
