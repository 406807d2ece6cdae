import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv, deepFreeze, type SchemaProblem, schemaProblems } from '#base';
import type { JsonSchema } from '../files/check-schema.ts';

export interface SettingsManifest {
  /** Absolute path. */
  readonly file: string;
  /** It knows all keys of the object, and has the keyword `live`. */
  readonly schema: JsonSchema;
  /** Those of gateway.yaml, with the defaults. Deeply frozen. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the settings that change while the shop runs. */
  readonly live: readonly string[];
}

/** Marks a setting that changes while the shop runs. */
export const liveKeyword = 'live';

type Values = Readonly<Record<string, unknown>>;

/** The values with the schema's defaults, deeply frozen, and what is wrong with them. */
export interface CheckedValues {
  readonly values: Values;
  readonly problems: readonly SchemaProblem[];
}

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** Validates values of settings. The schema has been checked. */
export function checkValues(
  schema: JsonSchema,
  given: Values,
  options: Parameters<typeof schemaProblems>[1] = {},
): CheckedValues {
  const values = structuredClone(given);
  const validate = compiled.get(schema) ?? createAjv({ keywords: [liveKeyword], useDefaults: true }).compile(schema);
  compiled.set(schema, validate);
  validate(values);
  return { values: deepFreeze(values), problems: schemaProblems(validate.errors, options) };
}

/** Values that a shop has changed while it ran, by extension. */
export type StoredSettings = ReadonlyMap<string, Values>;

export const noSettings: Values = Object.freeze({});
