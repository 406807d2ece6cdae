import { isObject, pointerKeys } from 'stoa/tooling';

/**
 * The TypeScript type of the values that a JSON Schema allows. It ignores keywords without a TypeScript equivalent
 * (limits, patterns). Unsupported schemas become `unknown`.
 */
export function schemaType(schema: unknown, indent = ''): string {
  return typeOf(isObject(schema) ? withoutRefs(schema, schema, []) : schema, indent);
}

/** Inlines references of the form `#/...`. Recursive and external references stay. */
function withoutRefs(schema: Schema, root: Schema, within: readonly string[]): Schema {
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

function valueAt(root: Schema, pointer: string): unknown {
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

type Schema = Readonly<Record<string, unknown>>;

function typeOfKind(type: unknown, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return listType(typeOf(schema.items, indent));
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, indent: string): string {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  if (properties.length === 0)
    return schema.additionalProperties === false ? '{}' : 'Readonly<Record<string, unknown>>';
  const deeper = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    // The gateway sets defaults at the top level only.
    const isFilled = indent.length <= topIndent && isObject(property) && property.default !== undefined;
    const always = required.includes(name) || isFilled;
    const key = `readonly ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}${always ? '' : '?'}`;
    const absent = always ? '' : ' | undefined';
    return `${comment(property, deeper)}${deeper}${key}: ${typeOf(property, deeper)}${absent};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function comment(schema: unknown, indent: string): string {
  if (!isObject(schema) || typeof schema.description !== 'string') return '';
  return `${indent}/** ${schema.description.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}

function union(types: readonly string[]): string {
  return types.includes('unknown') ? 'unknown' : [...new Set(types)].join(' | ');
}

function listType(item: string): string {
  return /^\w+$/.test(item) ? `readonly ${item}[]` : `ReadonlyArray<${item}>`;
}

function literal(value: unknown): string {
  const isSimple = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isSimple ? JSON.stringify(value) : 'unknown';
}
