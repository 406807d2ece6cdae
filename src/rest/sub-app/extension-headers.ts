import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { withoutSessionCookie } from '#auth';

/**
 * Headers that an extension does not get. Credentials: the gateway has checked them, and an extension gets only the
 * result (`user`, `caller`), with which it cannot act as the caller elsewhere. Transfer headers: the gateway has
 * decoded the body and counted its length again.
 */
const withheldHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'content-length',
  'transfer-encoding',
  'trailer',
  'expect',
]);

/** By the length of a name, whether it may be one of these or `cookie`. Most names need no second comparison. */
const mayMatter: readonly boolean[] = [...withheldHeaders, 'cookie'].reduce<boolean[]>((lengths, { length }) => {
  lengths[length] = true;
  return lengths;
}, new Array<boolean>(32).fill(false));

/** The client's headers for an extension, with the length of this body. Without one, the client announced no body. */
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
    if (withheldHeaders.has(name)) continue;
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

/** Adds `headersDistinct`, built from `rawHeaders` on first use. Node fills it only while it parses a message. */
export function defineHeadersDistinct(prototype: object): void {
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
    if (withheldHeaders.has(lower)) continue;
    const text = lower === 'cookie' ? withoutSessionCookie(value) : value;
    if (text !== undefined) shown.push(name, text);
  }
  return shown;
}
