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
  return (
    isObject(value) &&
    isObject(value.request) &&
    isObject(value.caller) &&
    typeof value.depth === 'number' &&
    Array.isArray(value.contracts) &&
    (value.rest === undefined || isObject(value.rest)) &&
    (value.settings === undefined || isObject(value.settings)) &&
    (value.shop === undefined || isObject(value.shop))
  );
}
