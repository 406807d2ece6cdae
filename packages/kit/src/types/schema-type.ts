import { isObject, type JsonSchema, pointerKeys } from 'stoa/tooling';
import { comment, listText, propertyName, unionText } from './text.ts';

/**
 * The TypeScript type of the values that a JSON Schema allows. It ignores keywords without a TypeScript equivalent
 * (limits, patterns). Unsupported schemas become `unknown`.
 */
export function schemaType(schema: unknown, indent = ''): string {
  return typeOf(isObject(schema) ? withoutRefs(schema, schema, []) : schema, indent);
}

/** Inlines references of the form `#/...`. Recursive and external references stay. */
function withoutRefs(schema: JsonSchema, root: JsonSchema, within: readonly string[]): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const target = $ref.startsWith('#/') && !within.includes($ref) ? valueAt(root, $ref.slice(1)) : undefined;
    return isObject(target) ? withoutRefs(target, root, [...within, $ref]) : schema;
  }
  const deeper = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deeper);
    return isObject(value) ? withoutRefs(value, root, within) : value;
  };
  // Definitions are only read through references.
  const parts = Object.entries(schema).filter(([key]) => key !== '$defs');
  return Object.fromEntries(parts.map(([key, value]) => [key, deeper(value)]));
}

function valueAt(root: JsonSchema, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

function typeOf(schema: unknown, indent: string): string {
  if (!isObject(schema)) return schema === false ? 'never' : 'unknown';
  if ('$ref' in schema) return 'unknown';
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  if ('const' in schema) return literal(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return union(choices.map((choice) => typeOf(choice, indent)));
  if (schema.type === undefined) return isObject(schema.properties) ? objectType(schema, indent) : 'unknown';
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => typeOfKind(type, schema, indent)));
}

const topIndent = 2;

function typeOfKind(type: unknown, schema: JsonSchema, indent: string): string {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return listText(typeOf(schema.items, indent));
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema, indent: string): string {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  if (properties.length === 0)
    return schema.additionalProperties === false
      ? '{}'
      : `Readonly<Record<string, ${typeOf(schema.additionalProperties, indent)}>>`;
  const deeper = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    // The gateway sets defaults at the top level only.
    const isFilled = indent.length <= topIndent && isObject(property) && property.default !== undefined;
    const always = required.includes(name) || isFilled;
    const key = `readonly ${propertyName(name)}${always ? '' : '?'}`;
    const absent = always ? '' : ' | undefined';
    return `${descriptionOf(property, deeper)}${deeper}${key}: ${typeOf(property, deeper)}${absent};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function descriptionOf(schema: unknown, indent: string): string {
  return isObject(schema) && typeof schema.description === 'string' ? comment(schema.description, indent) : '';
}

function union(types: readonly string[]): string {
  return types.includes('unknown') ? 'unknown' : unionText(types);
}

function literal(value: unknown): string {
  const isSimple = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isSimple ? JSON.stringify(value) : 'unknown';
}
