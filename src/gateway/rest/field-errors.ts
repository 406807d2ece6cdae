import type { ErrorObject, ValidateFunction } from 'ajv';
import { pointerKeys } from '../../base/json-schema.ts';
import type { EndpointManifest } from '../../extensions/manifest.ts';
import { violationText } from './violation-text.ts';

/** What is wrong with each field, by its name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Nobody fills in more; to list thousands of mistakes would cost a hundred times what it costs to send them. */
const mostFields = 100;

/** The first thing that is wrong with each field of a form; `check` must find all of them. */
export function fieldErrors(
  check: ValidateFunction,
  body: unknown,
  { requiredBodyFields }: Pick<EndpointManifest, 'requiredBodyFields'>,
): FieldErrors {
  if (isTooMuch(body) || check(body)) return {};
  const errors = new Map<string, string>();
  for (const error of check.errors ?? []) {
    const name = fieldOf(error);
    if (name !== undefined && !errors.has(name)) errors.set(name, violationText(error, name));
  }
  // Left out and left blank are one mistake to the one who fills in a form.
  const isObject = typeof body === 'object' && body !== null;
  for (const name of requiredBodyFields) {
    if (isObject && isBlank(body, name)) errors.set(name, `${name} is required`);
  }
  return Object.fromEntries(errors);
}

function isTooMuch(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const values: readonly unknown[] = Object.values(body);
  return values.length > mostFields || values.some((value) => Array.isArray(value) && value.length > mostFields);
}

/** Whether a field is absent, null, or text of nothing but blanks. */
export function isBlank(body: object, name: string): boolean {
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The field at the body's top level that an error is about; undefined when it is about the whole. */
function fieldOf({ instancePath, params }: ErrorObject): string | undefined {
  if (instancePath !== '') return pointerKeys(instancePath)[0];
  const name: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return typeof name === 'string' ? name : undefined;
}
