/**
 * The TypeScript type of what a JSON Schema allows. Wide where TypeScript has no words for it (limits, patterns) and where
 * a schema uses what is not known here: `unknown`, which is true of everything.
 */
export function schemaType(schema: unknown, indent = ''): string {
  if (!isObject(schema)) return schema === false ? 'never' : 'unknown';
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  if ('const' in schema) return literal(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return union(choices.map((choice) => schemaType(choice, indent)));
  if (schema.type === undefined) return isObject(schema.properties) ? objectType(schema, indent) : 'unknown';
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(types.map((type) => typeOfKind(type, schema, indent)));
}

/** A key as TypeScript writes it. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

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
      return listType(schemaType(schema.items, indent));
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
    const always = required.includes(name) || (isObject(property) && property.default !== undefined);
    const key = `readonly ${propertyKey(name)}${always ? '' : '?'}`;
    const absent = always ? '' : ' | undefined';
    return `${comment(property, deeper)}${deeper}${key}: ${schemaType(property, deeper)}${absent};`;
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

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
