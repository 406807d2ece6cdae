import type { IncomingMessage } from 'node:http';
import { RequestError } from '../base/request-error.ts';
import type { EndpointManifest } from '../extensions/manifest.ts';
import { coerceForm, parseTextFields } from '../subapp/coerce-by-schema.ts';
import { jsonErrorOffset } from './json-error-offset.ts';

/** Deeper than any real body, and shallow enough for every recursive function that an extension may put on it. */
const maxDepth = 200;

/**
 * What the body says, read only to be validated: the extension gets the bytes and parses them itself. Hence everything that
 * its parser might understand differently is refused: other charsets, malformed UTF-8, `__proto__`, bracketed form names.
 */
export function parseBody(body: Buffer, request: IncomingMessage, endpoint: EndpointManifest): unknown {
  const kind = bodyKind(request, endpoint);
  const text = decode(body);
  if (kind === 'json') {
    const value = parseJson(text);
    refuseDangerousKeys(value);
    return value;
  }
  requireOwnOrigin(request);
  const fields = parseTextFields(text);
  const odd = Object.keys(fields).find((name) => /[[\]]/.test(name) || name === '__proto__');
  if (odd !== undefined) throw badInput('The form has a field whose name is not accepted.');
  return coerceForm(fields, endpoint.schemas.body);
}

function bodyKind({ headers }: IncomingMessage, { consumes }: EndpointManifest): 'json' | 'form' {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const kind = consumes.find((candidate) => mediaTypes[candidate] === type);
  if (kind === undefined) {
    const accepted = consumes.map((candidate) => mediaTypes[candidate]).join(' or ');
    throw unsupported(`The body must be sent as Content-Type: ${accepted}.`);
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw unsupported('The charset of the body must be utf-8.');
  return kind;
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw badInput('The body is not well-formed UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const offset = jsonErrorOffset(text);
    const before = text.slice(0, offset).split('\n');
    const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw badInput(`The body is not JSON: it ${offset === text.length ? 'ends too early' : 'goes wrong'} at ${where}.`);
  }
}

/** `__proto__` and `constructor.prototype` mean something else to code that merges objects carelessly. */
function refuseDangerousKeys(root: unknown): void {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw badInput(`The body is nested deeper than ${maxDepth} levels.`);
    level = level.flatMap(childrenOf);
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value;
  if (Object.hasOwn(value, '__proto__')) throw badInput('The body has a key "__proto__", which is not accepted.');
  if (Object.hasOwn(value, 'constructor') && hasPrototypeKey(value.constructor)) {
    throw badInput('The body has a key "constructor.prototype", which is not accepted.');
  }
  return Object.values(value);
}

function hasPrototypeKey(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/**
 * A form can be posted from any page of the web, with the shopper's cookies; browsers say from where. `Sec-Fetch-Site` is
 * looked at first, since behind a proxy `Host` may not be what the browser saw.
 */
function requireOwnOrigin({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const own =
    site === undefined ? origin !== undefined && hostOf(origin) === host?.toLowerCase() : site === 'same-origin';
  if (!own) throw new RequestError('FORBIDDEN', 403, 'Forms are accepted from this shop’s own pages only.');
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}

function badInput(message: string): RequestError {
  return new RequestError('BAD_USER_INPUT', 400, message);
}

function unsupported(message: string): RequestError {
  return new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, message);
}
