import { IncomingMessage } from 'node:http';
import { isObject } from '../base/is-object.ts';
import type { JsonSchema } from '../extensions/manifest.ts';
import { coerceForm, type TextFields } from './coerce-by-schema.ts';
import { extensionHeaders } from './extension-headers.ts';
import type { RestExchange } from './rest-exchange.ts';

/**
 * The request that an extension gets: a message of its own with the client's original bytes, unread. The client's message
 * has been read by the gateway, and handing that on would leave `request.body` undefined without any error.
 */
export function extensionRequest(exchange: RestExchange): IncomingMessage {
  const { request, body, context, session } = exchange;
  const fresh = new IncomingMessage(request.socket);
  fresh.method = request.method;
  fresh.url = originForm(request.url);
  fresh.httpVersion = request.httpVersion;
  fresh.httpVersionMajor = request.httpVersionMajor;
  fresh.httpVersionMinor = request.httpVersionMinor;
  Object.assign(fresh, extensionHeaders(request, announcedLength(exchange)));
  fresh.push(body ?? null);
  if (body !== undefined) fresh.push(null);
  fresh.complete = true;

  const { caller } = context;
  const user = caller.kind === 'user' ? { id: caller.id, permissions: caller.permissions } : undefined;
  Object.assign(fresh, { user, session, context });
  completeParsedBody(fresh, exchange);
  return fresh;
}

/** To be called once Express has matched, since it gives every request its own `params` and `query`. */
export function setCoercedInput(request: object, { params, query }: RestExchange): void {
  Object.defineProperty(request, 'params', {
    value: { ...params },
    writable: true,
    enumerable: true,
    configurable: true,
  });
  Object.defineProperty(request, 'query', {
    value: { ...query },
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function announcedLength({ request, body }: RestExchange): number | undefined {
  const announced = request.headers['content-length'] ?? request.headers['transfer-encoding'];
  return body?.length ?? (announced === undefined ? undefined : 0);
}

// Proxies are sent whole URLs, which Express would take for mount paths.
function originForm(url = '/'): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function isForm({ headers }: IncomingMessage): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
}

/**
 * A form's fields are all texts, and JSON may leave out what has a default. What was promised are the values that the
 * schema makes of them, and those are what handlers read, whenever a body parser of the extension's own sets
 * `request.body`.
 */
function completeParsedBody(fresh: IncomingMessage, { endpoint, request }: RestExchange): void {
  const schema = endpoint.schemas.body;
  const isCoerced = isForm(request) && endpoint.consumes.includes('form');
  const defaults = defaultsOf(schema);
  if (!isCoerced && defaults.length === 0) return;
  let body: unknown;
  Object.defineProperty(fresh, 'body', {
    configurable: true,
    enumerable: true,
    get: () => body,
    set: (parsed: unknown) => {
      const typed = isCoerced && isTextFields(parsed) ? { ...coerceForm(parsed, schema) } : parsed;
      body = withDefaults(typed, defaults);
    },
  });
}

function defaultsOf(schema: JsonSchema | undefined): readonly (readonly [string, unknown])[] {
  const properties = isObject(schema?.properties) ? Object.entries(schema.properties) : [];
  return properties.flatMap(([name, property]) =>
    isObject(property) && property.default !== undefined ? [[name, property.default] as const] : [],
  );
}

function withDefaults(parsed: unknown, defaults: readonly (readonly [string, unknown])[]): unknown {
  if (!isObject(parsed)) return parsed;
  const missing = defaults.filter(([name]) => !Object.hasOwn(parsed, name));
  return { ...parsed, ...structuredClone(Object.fromEntries(missing)) };
}

function isTextFields(parsed: unknown): parsed is TextFields {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false;
  return Object.values(parsed).every((value) => typeof value === 'string' || Array.isArray(value));
}
