import { isObject } from 'stoa/tooling';
import type { ChangeLevel } from './shop-change.ts';

export interface SchemaDifference {
  readonly level: ChangeLevel;
  readonly code: string;
  /** `body.author`, `body.lines[].price` */
  readonly name: string;
  readonly what: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** Compares two JSON Schemas of input for the sender: a narrower schema breaks, a wider one does not. */
export function diffInputSchema(
  before: Schema | undefined,
  after: Schema | undefined,
  name: string,
): readonly SchemaDifference[] {
  if (before === undefined && after === undefined) return [];
  if (after === undefined)
    return [{ level: 'dangerous', code: 'INPUT_UNCHECKED', name, what: `"${name}" is no longer checked` }];
  if (before === undefined) {
    const required = listOf(after.required);
    const level = required.length > 0 ? 'breaking' : 'dangerous';
    const needs = required.length > 0 ? `, and needs ${required.map((each) => `"${each}"`).join(', ')}` : '';
    return [{ level, code: 'INPUT_CHECKED', name, what: `"${name}" is checked from now on${needs}` }];
  }
  return compare(before, after, name);
}

function compare(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  return [
    ...compareTypes(before, after, name),
    ...compareChoices(before, after, name),
    ...compareLimits(before, after, name),
    ...compareProperties(before, after, name),
    ...compareItems(before, after, name),
    ...compareOthers(before, after, name),
  ];
}

function compareTypes(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  const [old, current] = [typesOf(before), typesOf(after)];
  const isWithin = (types: readonly string[], wider: readonly string[]): boolean =>
    wider.length === 0 ||
    (types.length > 0 &&
      types.every((type) => wider.includes(type) || (type === 'integer' && wider.includes('number'))));
  const what = `"${name}" was ${typeText(old)}, and is ${typeText(current)}`;
  if (!isWithin(old, current)) return [{ level: 'breaking', code: 'INPUT_TYPE_CHANGED', name, what }];
  return isWithin(current, old) ? [] : [{ level: 'safe', code: 'INPUT_TYPE_WIDENED', name, what }];
}

function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : listOf(Array.isArray(type) ? type : [type]);
}

function typeText(types: readonly string[]): string {
  return types.length === 0 ? 'anything' : types.join(' or ');
}

function compareChoices(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  const choices = (schema: Schema): readonly string[] | undefined => {
    const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined;
    return values?.map((value) => JSON.stringify(value));
  };
  const [old, current] = [choices(before), choices(after)];
  if (current === undefined)
    return old === undefined ? [] : [{ level: 'safe', code: 'INPUT_WIDENED', name, what: `"${name}" may be anything` }];
  const lost = old === undefined ? current : old.filter((value) => !current.includes(value));
  if (old === undefined || lost.length > 0) {
    const what =
      old === undefined
        ? `"${name}" may only be ${current.join(', ')}`
        : `"${name}" may no longer be ${lost.join(', ')}`;
    return [{ level: 'breaking', code: 'INPUT_NARROWED', name, what }];
  }
  const added = current.filter((value) => !old.includes(value));
  if (added.length === 0) return [];
  return [{ level: 'safe', code: 'INPUT_WIDENED', name, what: `"${name}" may be ${added.join(', ')} too` }];
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const exact = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

function compareLimits(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  return [...lowest, ...highest, ...exact].flatMap((key) => {
    const [old, current] = [before[key], after[key]];
    if (JSON.stringify(old) === JSON.stringify(current)) return [];
    const isWider =
      current === undefined ||
      (typeof old === 'number' &&
        typeof current === 'number' &&
        ((lowest.includes(key) && current < old) || (highest.includes(key) && current > old)));
    const what = `"${key}" of "${name}" was ${textOf(old)}, and is ${textOf(current)}`;
    return [{ level: isWider ? 'safe' : 'breaking', code: isWider ? 'INPUT_WIDENED' : 'INPUT_NARROWED', name, what }];
  });
}

function textOf(value: unknown): string {
  return value === undefined ? 'not set' : JSON.stringify(value);
}

function compareProperties(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  const [old, current] = [schemasOf(before.properties), schemasOf(after.properties)];
  const [oldRequired, required] = [listOf(before.required), listOf(after.required)];
  const names = [...new Set([...old.keys(), ...current.keys(), ...required])];
  const closed = after.additionalProperties === false && before.additionalProperties !== false;
  const fields = names.flatMap((field): readonly SchemaDifference[] => {
    const path = `${name}.${field}`;
    const [one, other] = [old.get(field), current.get(field)];
    if (other === undefined && one !== undefined) {
      const isRefused = after.additionalProperties === false;
      const what = isRefused ? `"${path}" is refused` : `"${path}" is no longer read: what is sent is ignored`;
      return [{ level: 'breaking', code: 'INPUT_FIELD_REMOVED', name: path, what }];
    }
    const isRequired = required.includes(field);
    const needs: readonly SchemaDifference[] =
      isRequired === oldRequired.includes(field)
        ? []
        : isRequired
          ? [{ level: 'breaking', code: 'INPUT_REQUIRED', name: path, what: `"${path}" must be sent` }]
          : [{ level: 'safe', code: 'INPUT_OPTIONAL', name: path, what: `"${path}" may be left out` }];
    if (one === undefined) {
      const added = { level: 'safe', code: 'INPUT_ADDED', name: path, what: `"${path}" may be sent` } as const;
      return isRequired ? needs : [added];
    }
    return other === undefined ? needs : [...needs, ...compare(one, other, path)];
  });
  const what = `"${name}" takes no other fields any more`;
  return closed ? [...fields, { level: 'breaking', code: 'INPUT_CLOSED', name, what }] : fields;
}

/** What the items of a list may be, and the values of names that are not listed. */
function compareItems(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  return [['items', `${name}[]`] as const, ['additionalProperties', `${name}.*`] as const].flatMap(([key, path]) => {
    const [old, current] = [before[key], after[key]];
    if ((!isObject(old) && !isObject(current)) || old === false || current === false) return [];
    return compare(isObject(old) ? old : {}, isObject(current) ? current : {}, path);
  });
}

const compared = new Set([
  ...lowest,
  ...highest,
  ...exact,
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'title',
  'description',
  'examples',
  'default',
  '$schema',
  '$id',
  '$comment',
]);

/** Compares `anyOf`, `$ref` and the like for equality only: the direction of the change is unknown. */
function compareOthers(before: Schema, after: Schema, name: string): readonly SchemaDifference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !compared.has(key));
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ level: 'dangerous', code: 'INPUT_CHANGED', name, what: `"${key}" of "${name}" has changed` }));
}

function schemasOf(value: unknown): ReadonlyMap<string, Schema> {
  return new Map(
    Object.entries(isObject(value) ? value : {}).map(([name, schema]) => [name, isObject(schema) ? schema : {}]),
  );
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
