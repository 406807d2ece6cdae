import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv, deepFreeze, isObject, type SchemaProblem, schemaProblems } from '#base';
import type { JsonSchema } from '../files/check-schema.ts';

export interface SettingsManifest {
  /** Absolute path. */
  readonly file: string;
  /** It knows all keys of the object, and has the words of `settingWords`. */
  readonly schema: JsonSchema;
  /** Those of gateway.yaml, with the defaults. Deeply frozen. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the settings that change while the shop runs. */
  readonly live: readonly string[];
}

/** Marks a setting that changes while the shop runs. */
export const liveKeyword = 'live';
/** Names the text that is the label of a value. The text `<key>.hint`, if there is one, says more. */
export const textKeyword = 'text';
/** The format of an amount of money: a whole number of the currency's smallest unit. */
export const moneyFormat = 'money';
/** What settings.schema.json may use besides JSON Schema. The format `picture` is a path of the shop. */
export const settingWords: Pick<Options, 'keywords' | 'formats'> = {
  keywords: [
    { keyword: liveKeyword, schemaType: 'boolean' },
    { keyword: 'endsSessions', schemaType: 'boolean' },
    { keyword: textKeyword, schemaType: 'string' },
  ],
  formats: { [moneyFormat]: { type: 'number', validate: Number.isSafeInteger }, picture: /^\/[\w.~%-][\w.~%/-]*$/ },
};

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
  const validate = compiled.get(schema) ?? createAjv({ ...settingWords, useDefaults: true }).compile(schema);
  compiled.set(schema, validate);
  validate(values);
  return { values: deepFreeze(values), problems: schemaProblems(validate.errors, options) };
}

/** The schema with what `label` says of each text that it names, in place of its description. The rest stays. */
export function withLabels(schema: unknown, label: (key: string) => object): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withLabels(each, label));
  if (!isObject(schema)) return schema;
  const key = schema[textKeyword];
  const isLabelled = typeof key === 'string';
  const kept = Object.entries(schema).filter(([name]) => !isLabelled || ![textKeyword, 'description'].includes(name));
  const below = kept.map(([name, value]) => [name, valueWords.has(name) ? value : withLabels(value, label)]);
  return { ...Object.fromEntries(below), ...(isLabelled && label(key)) };
}

/** Words of JSON Schema whose values are no schemas. */
export const valueWords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

/** Values that a shop has changed while it ran, by extension: one state of them. */
export interface StoredSettings extends Pick<ReadonlyMap<string, Values>, 'get'> {
  /** How many changes have ended sessions by then. A session counts as long as this is the number of its sign-in. */
  readonly ended: number;
}

export const noSettings: Values = Object.freeze({});
