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

/** Validates values of settings. The schema has been checked. */
export function checkValues(
  schema: JsonSchema,
  given: Values,
  options: Parameters<typeof schemaProblems>[1] = {},
): CheckedValues {
  const values = structuredClone(given);
  const validate = createAjv({ keywords: [liveKeyword], useDefaults: true }).compile(schema);
  validate(values);
  return { values: deepFreeze(values), problems: schemaProblems(validate.errors, options) };
}

export const noSettings: Values = Object.freeze({});
