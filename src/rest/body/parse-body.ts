import type { IncomingMessage } from 'node:http';
import { badInput, type ClientInfo, isDecodable, positionAt, RequestError } from '#base';
import { isFromOwnOrigin } from '#edge';
import type { EndpointManifest } from '#extensions';
import { decodeBody, requireSafeJson } from '#http';
import { coerceForm, parseTextFields, type TextFields } from './coerce-by-schema.ts';
import { jsonErrorOffset } from './json-error-offset.ts';

interface Sender {
  readonly request: IncomingMessage;
  readonly client: ClientInfo;
}

/**
 * Parses the body for validation. An extension may parse the bytes by itself. So the gateway refuses whatever that
 * parser might read differently: other charsets, malformed UTF-8, `__proto__`, and brackets in form names.
 */
export function parseBody(body: Buffer, { request, client }: Sender, endpoint: EndpointManifest): unknown {
  const kind = bodyKind(request, endpoint);
  const text = decodeBody(body);
  if (kind === 'json') return parseSafeJson(text);
  requireOwnForm(request, client);
  return parseForm(text, endpoint);
}

/** Parses a body that the gateway has checked in another process. Throws RequestError when it has not. */
export function parseCheckedBody(body: Buffer, request: IncomingMessage, endpoint: EndpointManifest): unknown {
  const text = decodeBody(body);
  return bodyKind(request, endpoint) === 'json' ? parseSafeJson(text) : parseForm(text, endpoint);
}

/** Whether a method of an endpoint takes the body: with several methods, only POST, PUT and PATCH do. */
export function takesBody({ methods }: EndpointManifest, method: string | undefined): boolean {
  const withBody = methods.filter((candidate) => ['POST', 'PUT', 'PATCH'].includes(candidate));
  return withBody.length === 0 || withBody.some((candidate) => candidate === method);
}

function parseSafeJson(text: string): unknown {
  const value = parseJson(text);
  requireSafeJson(value, text);
  return value;
}

function parseForm(text: string, endpoint: EndpointManifest): unknown {
  // Form parsers keep malformed percent-encoding, or replace it with U+FFFD.
  if (!isDecodable(text)) throw badInput('The form has malformed percent-encoding.');
  return typedForm(parseTextFields(text), endpoint);
}

/** The fields of a form with the types of route.json. */
export function typedForm(fields: TextFields, { schemas }: EndpointManifest): unknown {
  const refused = Object.keys(fields).find((name) => /[[\]]/.test(name) || name === '__proto__');
  if (refused !== undefined) throw badInput('The form has a field whose name is not accepted.');
  return coerceForm(fields, schemas.body);
}

function bodyKind({ headers }: IncomingMessage, { consumes }: EndpointManifest): keyof typeof mediaTypes {
  const contentType = (headers['content-type'] ?? '').toLowerCase();
  // The usual spelling.
  if (contentType === mediaTypes.json && consumes.includes('json')) return 'json';
  const type = contentType.split(';', 1)[0]?.trim();
  const kind = consumes.find((candidate) => mediaTypes[candidate] === type);
  if (kind === undefined) {
    const accepted = consumes.map((candidate) => mediaTypes[candidate]).join(' or ');
    throw unsupported(`The body must be sent as Content-Type: ${accepted}.`);
  }
  if (!isUtf8Charset(contentType)) throw unsupported('The charset of the body must be utf-8.');
  return kind;
}

/** Parsers disagree on two charsets, and on one inside quotes. So the word may occur only once. */
function isUtf8Charset(contentType: string): boolean {
  const words = contentType.split('charset').length - 1;
  return words === 0 || (words === 1 && /^([^"]|"[^";]*")*;\s*charset=("?)utf-?8\2\s*(;|$)/.test(contentType));
}

export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const offset = jsonErrorOffset(text);
    const { line, column } = positionAt(text, offset);
    throw badInput(
      `The body is not JSON: it ${offset === text.length ? 'ends too early' : 'goes wrong'} at line ${line}, column ${column}.`,
    );
  }
}

/** Any site can post a form with the shopper's cookies. Browsers report the origin. Throws RequestError 403. */
export function requireOwnForm(request: IncomingMessage, client: ClientInfo): void {
  if (isFromOwnOrigin(request, client)) return;
  throw new RequestError('FORBIDDEN', 403, 'Forms are accepted from this shop’s own pages only.');
}

function unsupported(message: string): RequestError {
  return new RequestError('UNSUPPORTED_MEDIA_TYPE', 415, message);
}
