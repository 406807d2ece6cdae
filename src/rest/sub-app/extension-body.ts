import type { IncomingMessage } from 'node:http';
import { isObject } from '#base';
import type { EndpointManifest, JsonSchema } from '#extensions';
import { coerceForm, type TextFields } from './coerce-by-schema.ts';

/** Coerces a request's `body` by route.json, once a body parser has set it. */
export type CompleteBody = (request: IncomingMessage) => void;

/**
 * Makes handlers read the values that route.json describes, whichever body parser sets `request.body`. The fields of
 * a form are all texts, and JSON may omit fields that have a default.
 */
export function extensionBody({ schemas, consumes }: EndpointManifest): CompleteBody {
  const schema = schemas.body;
  const defaults = defaultsOf(schema);
  const takesForms = consumes.includes('form');
  return (request) => {
    const isCoerced = takesForms && isForm(request);
    if (!isCoerced && defaults.length === 0) return;
    let body: unknown;
    Object.defineProperty(request, 'body', {
      configurable: true,
      enumerable: true,
      get: () => body,
      set: (parsed: unknown) => {
        const typed = isCoerced && isTextFields(parsed) ? { ...coerceForm(parsed, schema) } : parsed;
        body = withDefaults(typed, defaults);
      },
    });
  };
}

export function isForm({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
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
