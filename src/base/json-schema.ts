import type { Ajv2020, ErrorObject, Options } from 'ajv/dist/2020.js';
import { didYouMean } from './findings/did-you-mean.ts';
import { compilePattern } from './linear-patterns.ts';
import { requireOwn } from './own-files.ts';

/** One violation of a JSON Schema, in the terms of the data's author. */
export interface SchemaProblem {
  /** JSON pointer of the value. For an unknown key: of the key. For a missing key: of the object that lacks it. */
  readonly pointer: string;
  /** Whether the key or its value is wrong. */
  readonly target: 'key' | 'value';
  /** Keyword of JSON Schema: `required`, `additionalProperties`, `type`, `enum`, `pattern`, ... */
  readonly rule: string;
  /** Contains names and limits, but never the value, because it may be a secret. */
  readonly message: string;
  /** The unknown, missing or malformed key. */
  readonly name?: string;
  /** Allowed values or keys. */
  readonly allowed?: readonly string[];
  /** A more specific fix than `fixOfProblem` derives from the rule. */
  readonly fix?: string;
}

interface ProblemOptions {
  /** True when the value at this JSON pointer is a secret, so that no fix hints at it. */
  readonly isSecret?: (pointer: string) => boolean;
}

/** Converts Ajv's errors. The Ajv must have the option `verbose`, as `createAjv` sets it. */
export function schemaProblems(
  errors: readonly ErrorObject[] | null | undefined,
  options: ProblemOptions = {},
): readonly SchemaProblem[] {
  const problems = meaningfulErrors(errors ?? []).map((error) => problemOf(error, options));
  // Two keywords of one value may share a message of the schema.
  return problems.filter(
    ({ pointer, message }, index) =>
      problems.findIndex((other) => other.pointer === pointer && other.message === message) === index,
  );
}

export function fixOfProblem({ fix, rule, name = '', message, allowed = [] }: SchemaProblem): string {
  if (fix !== undefined) return fix;
  if (rule === 'required' || rule === 'dependentRequired') return `Add "${name}".`;
  if (rule === 'type') return fixOfType(message) ?? 'Write a value of that type, or remove the key.';
  if (allowed.length > 0) return `Write ${choice(allowed)}.`;
  return ruleFixes[rule] ?? 'Write what the message asks for, or remove the key.';
}

/** The fix for a value of the wrong type, where the message makes clear what was meant. */
export function fixOfType(message: string): string | undefined {
  if (message.endsWith('is empty')) return 'Give it a value, or remove the key.';
  if (message.includes('must be a string')) return 'Put it in quotes.';
  if (message.includes('must be true or false')) return 'Write true or false, without quotes.';
  if (message.includes('number, but is a string')) return 'Write it in digits, without quotes.';
  return undefined;
}

const ruleFixes: Readonly<Record<string, string>> = {
  propertyNames: 'Rename it.',
  pattern: 'Write it in that form.',
  maxLength: 'Shorten it.',
  maxItems: 'Remove entries.',
  minItems: 'Add an entry, or remove the key.',
  uniqueItems: 'Remove one of the two.',
};

/** Formats the pointer `/system/extensions/0/name` as `system.extensions[0].name`. */
export function pointerName(pointer: string): string {
  return pointerKeys(pointer)
    .map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}

/** The keys of a JSON pointer, unescaped. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

// Errors of `if` and `propertyNames` repeat their children's. Of `anyOf` and `oneOf`, only the meant branch counts.
function meaningfulErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const [index, error] of errors.entries()) {
    if (error.keyword === 'if') dropped.add(error);
    if (error.propertyName !== undefined) dropped.add(error);
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') continue;
    const branches = branchesOf(error, errors.slice(0, index));
    const meant = branches.filter((branch) => !branch.some((child) => isOtherKind(child, error)));
    for (const child of branches.flat()) if (meant.length !== 1 || !meant[0]?.includes(child)) dropped.add(child);
    if (meant.length === 1) dropped.add(error);
  }
  return errors.filter((error) => !dropped.has(error));
}

// The schema path of an error behind a `$ref` starts at the definition, so those errors are grouped by definition.
function branchesOf(choice: ErrorObject, earlier: readonly ErrorObject[]): readonly ErrorObject[][] {
  const prefix = `${choice.schemaPath}/`;
  const branches = new Map<string, ErrorObject[]>();
  for (const error of earlier) {
    const inside =
      error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`);
    const inline = error.schemaPath.startsWith(prefix);
    const referred = error.schemaPath.startsWith('#/$defs/') && !choice.schemaPath.startsWith(definitionOf(error));
    if (!inside || !(inline || referred)) continue;
    const branch = inline ? (error.schemaPath.slice(prefix.length).split('/')[0] ?? '') : definitionOf(error);
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return [...branches.values()];
}

function definitionOf(error: ErrorObject): string {
  return error.schemaPath.split('/').slice(0, 3).join('/');
}

function isOtherKind(error: ErrorObject, choice: ErrorObject): boolean {
  return error.instancePath === choice.instancePath && ['type', 'const', 'enum'].includes(error.keyword);
}

function problemOf(error: ErrorObject, options: ProblemOptions): SchemaProblem {
  const { instancePath: pointer, keyword: rule } = error;
  const subject = pointer === '' ? 'the whole' : `"${pointerName(pointer)}"`;
  switch (rule) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKeyProblem(error);
    case 'required':
    case 'dependentRequired': {
      const name = String(error.params.missingProperty);
      const within = pointer === '' ? '' : ` in ${subject}`;
      const message = `"${name}" is missing${within}`;
      return { pointer, target: 'value', rule, message, name };
    }
    case 'propertyNames': {
      const name = String(error.params.propertyName);
      const expected = customMessage(error.schema) ?? 'cannot be used as a key here';
      return { pointer: pointerTo(pointer, name), target: 'key', rule, message: `"${name}" ${expected}`, name };
    }
    case 'enum':
    case 'const': {
      const allowed = [error.params.allowedValues ?? error.params.allowedValue].flat().map(String);
      return { pointer, target: 'value', rule, allowed, ...enumTexts(error, { subject, allowed, options }) };
    }
    default:
      return {
        pointer,
        target: 'value',
        rule,
        message: `${subject} ${customMessage(error.parentSchema) ?? ruleText(error)}`,
      };
  }
}

function unknownKeyProblem(error: ErrorObject): SchemaProblem {
  const name = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
  const allowed = Object.keys(record(record(error.parentSchema).properties));
  return {
    pointer: pointerTo(error.instancePath, name),
    target: 'key',
    rule: error.keyword,
    message: `"${name}" is not a known key${error.instancePath === '' ? '' : ` of "${pointerName(error.instancePath)}"`}`,
    name,
    allowed,
    fix: didYouMean(name, allowed),
  };
}

function enumTexts(
  error: ErrorObject,
  { subject, allowed, options }: { subject: string; allowed: readonly string[]; options: ProblemOptions },
): { message: string; fix?: string } {
  const custom = customMessage(error.parentSchema);
  if (custom !== undefined) return { message: `${subject} ${custom}` };
  const message = `${subject} must be ${choice(allowed.map((name) => `"${name}"`))}`;
  const hidden = typeof error.data !== 'string' || options.isSecret?.(error.instancePath) === true;
  return hidden ? { message } : { message, fix: didYouMean(String(error.data), allowed) };
}

const ruleTexts: Readonly<Record<string, (limit: string, error: ErrorObject) => string>> = {
  type: (_, { params, data }) => `must be ${typeText(params.type)}, but is ${kindOf(data, 'empty')}`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  minLength: (limit) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => (limit === '1' ? 'must not be an empty list' : `must have at least ${limit} entries`),
  maxItems: (limit) => `must have at most ${limit} entries`,
  minProperties: (limit) => (limit === '1' ? 'must not be empty' : `must have at least ${limit} keys`),
  uniqueItems: (_, { params }) => `has the same entry twice, at [${String(params.j)}] and [${String(params.i)}]`,
  pattern: (_, { params }) => `must match ${String(params.pattern)}`,
  format: (_, { params }) => `is not a valid ${String(params.format)}`,
  anyOf: (_, error) => `must be ${choiceText(error)}`,
  oneOf: (_, error) => `must be ${choiceText(error)}`,
};

function ruleText(error: ErrorObject): string {
  const text = ruleTexts[error.keyword]?.(String(error.params.limit), error);
  return text ?? error.message ?? `breaks the rule "${error.keyword}"`;
}

function choiceText(error: ErrorObject): string {
  const branches = Array.isArray(error.schema) ? error.schema.map(record) : [];
  const kinds = branches.flatMap((branch) => (branch.type === undefined ? [] : [typeText(branch.type)]));
  return kinds.length === branches.length ? choice(kinds) : 'one of the forms that its description lists';
}

function typeText(types: unknown): string {
  return choice((Array.isArray(types) ? types : [types]).map((type) => typeNames[String(type)] ?? String(type)));
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** What a value is, for messages: `a list`, `an object`, `a string`, or `none` for null and undefined. */
export function kindOf(value: unknown, none: string): string {
  if (value === null || value === undefined) return none;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function customMessage(schema: unknown): string | undefined {
  const message = record(schema).errorMessage;
  return typeof message === 'string' ? message : undefined;
}

function choice(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? 'nothing') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/**
 * An Ajv for JSON Schema 2020-12: strict, with formats, and with all errors at once. Schemas may set
 * `errorMessage`, which editors show too, where the keyword does not say what is expected, such as `pattern`. It
 * does not check the schemas themselves. Check a schema of an extension with {@link schemaErrors} first.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  // Ajv has 90 modules, so load it with the first schema of an extension. The gateway's own schemas are compiled
  // beforehand (scripts/generate/validators.ts).
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = requireOwn('ajv/dist/2020.js');
  const formats: typeof import('ajv-formats') = requireOwn('ajv-formats');
  const standard: Options = {
    allErrors: true,
    strict: true,
    // Allows `required` without `properties` next to it (in `anyOf` and `if`), and tuples with optional items.
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    verbose: true,
    validateSchema: false,
    // 19.99 is a multiple of 0.01, although their quotient is 1998.9999999999998.
    multipleOfPrecision: 6,
    // Patterns that one hostile text could block the process with run on a linear engine.
    code: { regExp: Object.assign(compilePattern, { code: 'compilePattern' }) },
  };
  const ajv = new Ajv2020({ ...standard, ...options });
  formats.default(ajv);
  // Ajv resolves anchors, but does not name the keyword.
  ajv.addVocabulary(['errorMessage', '$anchor']);
  return ajv;
}

let metaSchema: Ajv2020 | undefined;

/**
 * Validates a JSON Schema against its meta-schema. The meta-schema is compiled once per process, because that takes
 * as long as all reading of a reload. The validated schemas are not cached.
 */
export function schemaErrors(schema: object): readonly ErrorObject[] {
  metaSchema ??= createAjv();
  return metaSchema.validateSchema(schema) === true ? [] : (metaSchema.errors ?? []);
}
