import type { IncomingMessage } from 'node:http';
import { isObject } from '#base';
import type { EndpointManifest, JsonSchema } from '#extensions';
import { coerceForm, type TextFields } from '../body/coerce-by-schema.ts';
import { mediaTypes, parseCheckedBody, takesBody } from '../body/parse-body.ts';
import type { RestExchange } from './rest-exchange.ts';

/** Gives an extension's request its `body`. */
export type GiveBody = (request: IncomingMessage, exchange: Pick<RestExchange, 'body' | 'parsed'>) => void;

/**
 * Makes handlers read the values that route.json describes. `request.body` is what the gateway has checked. Where
 * handlers parse the body, it is undefined until they have. What a parser sets has the described types too: the fields
 * of a form are all texts, and JSON may omit fields that have a default.
 */
export function extensionBody(endpoint: EndpointManifest): GiveBody {
  const { schemas, consumes, parsesBody } = endpoint;
  if (schemas.body === undefined) return () => undefined;
  const schema = schemas.body;
  const defaults = defaultsOf(schema);
  const takesForms = consumes.some((kind) => kind !== 'json');
  return (request, { body: bytes, parsed }) => {
    const isCoerced = takesForms && isForm(request);
    let body: unknown;
    if (!parsesBody && (bytes !== undefined || takesBody(endpoint, request.method))) {
      const checked = parsed ?? (bytes === undefined ? {} : parseCheckedBody(bytes, request, endpoint));
      // Fields of a form have no prototype, which code of an extension may expect.
      body = withDefaults(isCoerced && isObject(checked) ? { ...checked } : checked, defaults);
    }
    if (!isCoerced && defaults.length === 0) {
      if (body !== undefined) Object.assign(request, { body });
      return;
    }
    Object.defineProperty(request, 'body', {
      configurable: true,
      enumerable: true,
      get: () => body,
      set: (given: unknown) => {
        const typed = isCoerced && isTextFields(given) ? { ...coerceForm(given, schema) } : given;
        body = withDefaults(typed, defaults);
      },
    });
  };
}

/** Whether a body is what a browser sends for an HTML form. */
export function isForm(request: IncomingMessage): boolean {
  return mediaTypeOf(request) === mediaTypes.form || isMultipart(request);
}

export function isMultipart(request: IncomingMessage): boolean {
  return mediaTypeOf(request) === mediaTypes.multipart;
}

function mediaTypeOf({ headers }: IncomingMessage): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}

function defaultsOf(schema: JsonSchema): readonly (readonly [string, unknown])[] {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return properties.flatMap(([name, property]) =>
    isObject(property) && property.default !== undefined ? [[name, property.default] as const] : [],
  );
}

function withDefaults(parsed: unknown, defaults: readonly (readonly [string, unknown])[]): unknown {
  if (!isObject(parsed) || defaults.length === 0) return parsed;
  const missing = defaults.filter(([name]) => !Object.hasOwn(parsed, name));
  return { ...parsed, ...structuredClone(Object.fromEntries(missing)) };
}

function isTextFields(parsed: unknown): parsed is TextFields {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false;
  return Object.values(parsed).every((value) => typeof value === 'string' || Array.isArray(value));
}
