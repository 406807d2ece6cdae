import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { withoutSessionCookie } from './session-cookie-names.ts';

/**
 * Headers that an extension does not get. Those that prove who the caller is: the gateway has read them, and an extension
 * learns the outcome (`user`, `caller`) and never what it could use to act as the caller elsewhere. And those of the
 * transfer: the body has been taken out of its coding, and its length counted anew.
 */
const keptBack = new Set([
  'authorization',
  'proxy-authorization',
  'content-length',
  'transfer-encoding',
  'trailer',
  'expect',
]);

/** By the length of a name: whether it may be one of those, or the cookie's. Most names need no other look. */
const mayMatter: readonly boolean[] = [...keptBack, 'cookie'].reduce<boolean[]>((lengths, { length }) => {
  lengths[length] = true;
  return lengths;
}, new Array<boolean>(32).fill(false));

/** A client's headers as an extension may see them, for a body of this length (undefined: none was announced). */
export function extensionHeaders(
  request: IncomingMessage,
  bodyLength: number | undefined,
): { readonly headers: IncomingHttpHeaders; readonly rawHeaders: string[] } {
  const headers: IncomingHttpHeaders = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    if (mayMatter[name.length] !== true) {
      headers[name] = value;
      continue;
    }
    if (keptBack.has(name)) continue;
    const shown = name === 'cookie' && typeof value === 'string' ? withoutSessionCookie(value) : value;
    if (shown !== undefined) headers[name] = shown;
  }
  const rawHeaders = shownRawHeaders(request);
  if (bodyLength === undefined) return { headers, rawHeaders };
  const length = String(bodyLength);
  headers['content-length'] = length;
  rawHeaders.push('Content-Length', length);
  return { headers, rawHeaders };
}

/** Node fills `headersDistinct` while it reads a message, and this one was not read. Made of `rawHeaders` when it is asked for. */
export function showHeaders(prototype: object): void {
  Object.defineProperty(prototype, 'headersDistinct', {
    configurable: true,
    enumerable: true,
    get(this: { readonly rawHeaders: readonly string[] }) {
      return distinct(this.rawHeaders);
    },
  });
}

function distinct(rawHeaders: readonly string[]): NodeJS.Dict<string[]> {
  const fields: NodeJS.Dict<string[]> = Object.create(null);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const values = fields[name] ?? [];
    values.push(rawHeaders[at + 1] ?? '');
    fields[name] = values;
  }
  return fields;
}

function shownRawHeaders({ rawHeaders }: IncomingMessage): string[] {
  const shown: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    if (mayMatter[name.length] !== true) {
      shown.push(name, value);
      continue;
    }
    const lower = name.toLowerCase();
    if (keptBack.has(lower)) continue;
    const text = lower === 'cookie' ? withoutSessionCookie(value) : value;
    if (text !== undefined) shown.push(name, text);
  }
  return shown;
}
