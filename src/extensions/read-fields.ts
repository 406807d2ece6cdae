import { createAjv, didYouMean, type FindingCode, isTooSlow, type Place, pointerTo, schemaProblems } from '#base';
import { type FieldType, fieldSchema, limitsOf, parseFieldType, scalarOf } from './field-type.ts';
import type { JsonSchema } from './files/check-schema.ts';
import type { Report } from './files/report.ts';
import { slowPattern } from './files/slow-patterns.ts';
import type { Field } from './route-json.gen.ts';

/** Validated fields of route.json as a JSON Schema. */
export interface Fields {
  readonly schema: JsonSchema;
  readonly required: readonly string[];
  /** By field: the key of the text about what is wrong with it. */
  readonly messages?: Readonly<Record<string, string>>;
}

export interface FieldsReader {
  /** Place of a JSON pointer in route.json. */
  readonly placeOf: (pointer: string) => Place;
  readonly report: Report;
  /** The values come from a URL or form: they can be absent but not null. */
  readonly texts?: true;
}

/** The JSON Schema of an object with these fields. `pointer` is their position in route.json. */
export function readFields(fields: Readonly<Record<string, Field>>, pointer: string, reader: FieldsReader): Fields {
  const read = Object.entries(fields).flatMap(([name, field]) => {
    const result = readField({ name, field, pointer: pointerTo(pointer, name) }, reader);
    return result === undefined ? [] : [{ name, ...result }];
  });
  const required = read.filter((field) => field.required).map((field) => field.name);
  const properties = Object.fromEntries(read.map(({ name, schema }) => [name, schema]));
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return { schema, required, messages: messagesOf(fields) };
}

/** By field of the body or of a file: the key of the text about what is wrong with it. */
export function messagesOf(
  fields: Readonly<Record<string, string | { readonly message?: string }>>,
): Readonly<Record<string, string>> {
  const messages = Object.entries(fields).flatMap(([name, field]) =>
    typeof field === 'string' || field.message === undefined ? [] : [[name, field.message] as const],
  );
  return Object.fromEntries(messages);
}

interface NamedField {
  readonly name: string;
  readonly field: Field;
  readonly pointer: string;
}

function readField(
  { name, field, pointer }: NamedField,
  reader: FieldsReader,
): { readonly schema: JsonSchema; readonly required: boolean } | undefined {
  const { placeOf, report } = reader;
  if (name in Object.prototype) {
    const what = `a field cannot be named "${name}", which every JavaScript object has`;
    report('ROUTE_JSON_INVALID', placeOf(pointer), { what, fix: 'Rename it.' });
    return undefined;
  }
  const {
    type: spelling,
    description,
    default: fallback,
    message: _message,
    ...limits
  } = typeof field === 'string' ? { type: field } : field;
  const type = parseFieldType(spelling);
  if (type.kind === 'wrong') {
    report('ROUTE_FIELD_TYPE', placeOf(typeof field === 'string' ? pointer : pointerTo(pointer, 'type')), {
      what: `"${name}": ${type.what}`,
      fix: type.fix,
    });
    return undefined;
  }
  const schema = fieldSchema(type, limits, reader);
  if (typeof field !== 'string' && !areLimitsSound({ name, field, pointer }, { type, schema }, reader))
    return undefined;
  const extras = {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  return { schema: { ...schema, ...extras }, required: type.required && fallback === undefined };
}

function areLimitsSound(
  { name, field, pointer }: NamedField,
  { type, schema }: { readonly type: FieldType; readonly schema: JsonSchema },
  { placeOf, report }: FieldsReader,
): boolean {
  const given = Object.keys(field).filter((key) => !['type', 'description', 'default', 'message'].includes(key));
  const allowed = limitsOf[scalarOf(type)];
  const misplaced = given.filter((key) => !allowed.includes(key));
  for (const key of misplaced) {
    const what = `"${name}": "${key}" says nothing about ${scalarOf(type)}`;
    const fix = `${scalarOf(type)} knows: ${allowed.join(', ')}.`;
    report('ROUTE_JSON_INVALID', placeOf(pointerTo(pointer, key)), { what, fix });
  }
  if (misplaced.length > 0) return false;
  const problem = limitsProblem(field, type, schema);
  if (problem === undefined) return true;
  const where = placeOf(pointerTo(pointer, problem.key));
  report(problem.code ?? 'ROUTE_JSON_INVALID', where, { what: `"${name}": ${problem.what}`, fix: problem.fix });
  return false;
}

interface LimitsProblem {
  readonly key: string;
  readonly what: string;
  readonly fix: string;
  /** Default: ROUTE_JSON_INVALID. */
  readonly code?: FindingCode;
}

function limitsProblem(field: Field, type: FieldType, schema: JsonSchema): LimitsProblem | undefined {
  if (typeof field === 'string') return undefined;
  const { minimum, maximum, minLength, maxLength } = field;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    return { key: 'minimum', what: `"minimum" ${minimum} is more than "maximum" ${maximum}`, fix: swapThem };
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    return { key: 'minLength', what: `"minLength" ${minLength} is more than "maxLength" ${maxLength}`, fix: swapThem };
  if (field.pattern !== undefined && !isPattern(field.pattern))
    return {
      key: 'pattern',
      what: '"pattern" is not a regular expression',
      fix: 'Write one that JavaScript takes with the flag "u", with each backslash doubled, as JSON wants it.',
    };
  if (field.pattern !== undefined && isTooSlow(field.pattern))
    return { key: 'pattern', what: `"pattern" ${slowPattern.what}`, fix: slowPattern.fix, code: 'PATTERN_TOO_SLOW' };
  if ((field.format ?? field.enum ?? field.default) === undefined) return undefined;
  // These few words refer to no other schema.
  const ajv = createAjv({ meta: false });
  if (field.format !== undefined && ajv.formats[field.format] === undefined)
    return {
      key: 'format',
      what: `"${field.format}" is not a format that is known`,
      fix: didYouMean(field.format, Object.keys(ajv.formats)),
    };
  // Entries of `enum` are values of the scalar. The default is a value of the whole field.
  const { type: _type, description: _description, default: _default, message: _message, ...limits } = field;
  const { enum: _choices, ...scalar } = fieldSchema({ kind: 'scalar', scalar: scalarOf(type), required: true }, limits);
  const choice = field.enum?.findIndex((each) => !ajv.validate(scalar, each)) ?? -1;
  if (choice >= 0)
    return {
      key: 'enum',
      what: `entry ${choice + 1} of "enum" is not ${scalarOf(type)} within the limits`,
      fix: 'Correct the entry or the limits.',
    };
  if (field.default === undefined || ajv.validate(schema, field.default)) return undefined;
  const reasons = schemaProblems(ajv.errors).map((problem) => problem.message.replace(/^the whole /, ''));
  return { key: 'default', what: `"default" ${reasons.join(' and ')}`, fix: 'Choose a default that the field allows.' };
}

const swapThem = 'Raise the one or lower the other.';

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
