import type { ErrorObject, ValidateFunction } from 'ajv';
import { pointerKeys } from '#base';
import type { EndpointManifest } from '#extensions';
import { violationText } from './violation-text.ts';

/** A message for each invalid field, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * More than any form has. Listing thousands of errors would cost a hundred times what the client pays to send them.
 */
const mostFields = 100;

/** The first violation of each field of a form. `check` must find all violations. */
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
  // A form sends an empty text for an empty field, so missing and blank get the same message.
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

export function isBlank(body: object, name: string): boolean {
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The top-level field of an error; undefined when the error is about the whole body. */
function fieldOf({ instancePath, params }: ErrorObject): string | undefined {
  if (instancePath !== '') return pointerKeys(instancePath)[0];
  const name: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return typeof name === 'string' ? name : undefined;
}
