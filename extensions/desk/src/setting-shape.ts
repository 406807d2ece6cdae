/** A JSON Schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/** What a form asks for in place of a value. */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'colour' | 'secret' | 'json' }
  /** A path of the shop, or an upload. It is a setting of its own, and no part of one. */
  | { readonly kind: 'picture' }
  /** An amount, in the smallest unit of the currency. */
  | { readonly kind: 'money'; readonly min: number; readonly max: number; readonly decimals: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** Texts or numbers in one field, between commas or on lines of their own. */
  | { readonly kind: 'list'; readonly of: 'text' | 'number' }
  /** The keys of an object. */
  | { readonly kind: 'fields'; readonly fields: readonly Described[] }
  /** A list of objects. */
  | { readonly kind: 'rows'; readonly of: Described }
  /** An object whose keys are free. */
  | { readonly kind: 'named'; readonly of: Described }
  /** One field, or an object. */
  | { readonly kind: 'either'; readonly one: Shape; readonly many: Shape };

export interface Described {
  /** The key in its object. */
  readonly name: string;
  readonly shape: Shape;
  /** In the reader's language, where the owner of the setting has a label. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** Its limits, as attributes of a field. */
  readonly limits: { readonly min?: number; readonly max?: number; readonly maxLength?: number };
}

/** What the schema is a part of. */
interface Whole {
  /** Has the definitions that the schema refers to. */
  readonly root: Schema;
  /** Of amounts. */
  readonly decimals: number;
}

/** What a form asks for. */
export function describe(name: string, schema: Schema, isRequired: boolean, whole: Whole): Described {
  const real = resolved(schema, whole.root);
  const { title, description, minimum, maximum, maxLength } = { ...real, ...withoutReference(schema) };
  return {
    name,
    shape: shapeOf(name, real, whole),
    title: textIn(title),
    description: textIn(description),
    isRequired,
    limits: {
      ...(typeof minimum === 'number' && { min: minimum }),
      ...(typeof maximum === 'number' && { max: maximum }),
      ...(typeof maxLength === 'number' && { maxLength }),
    },
  };
}

function shapeOf(name: string, schema: Schema, whole: Whole): Shape {
  const { root, decimals } = whole;
  const { type, enum: choices, anyOf, pattern, format } = schema;
  if (/secret|password|token|credential|key$/i.test(name)) return { kind: 'secret' };
  if (Array.isArray(choices) && choices.every((each) => typeof each === 'string')) return { kind: 'choice', choices };
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const [one, many] = anyOf.map((each) => shapeOf('', resolved(objectOf(each), root), whole));
    if (one !== undefined && many?.kind === 'fields') return { kind: 'either', one, many };
  }
  if (pattern === '^#[0-9A-Fa-f]{6}$') return { kind: 'colour' };
  if (type === 'string') return { kind: format === 'picture' && schema === root ? 'picture' : 'text' };
  if (type === 'integer' && format === 'money') return { kind: 'money', decimals, ...moneyLimits(schema) };
  if (type === 'number' || type === 'integer') return { kind: 'number' };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'array') return listShape(objectOf(schema.items), whole);
  return type === 'object' ? objectShape(schema, whole) : { kind: 'json' };
}

function moneyLimits({ minimum, maximum }: Schema): { readonly min: number; readonly max: number } {
  return {
    min: typeof minimum === 'number' ? minimum : 0,
    max: typeof maximum === 'number' ? maximum : Number.MAX_SAFE_INTEGER,
  };
}

function listShape(items: Schema, whole: Whole): Shape {
  const of = describe('', items, true, whole);
  if (of.shape.kind === 'text' || of.shape.kind === 'number') return { kind: 'list', of: of.shape.kind };
  return of.shape.kind === 'fields' ? { kind: 'rows', of } : { kind: 'json' };
}

function objectShape({ properties, additionalProperties, required }: Schema, whole: Whole): Shape {
  const names = Object.entries(objectOf(properties));
  const requiredNames: readonly unknown[] = Array.isArray(required) ? required : [];
  if (names.length > 0)
    return {
      kind: 'fields',
      fields: names.map(([name, each]) => describe(name, objectOf(each), requiredNames.includes(name), whole)),
    };
  const of = describe('', objectOf(additionalProperties), true, whole);
  return of.shape.kind === 'json' ? of.shape : { kind: 'named', of };
}

/** References are within the schema: `#/$defs/colour`. */
function resolved(schema: Schema, root: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return resolved(objectOf(objectOf(root.$defs)[$ref.replace('#/$defs/', '')]), root);
}

function withoutReference({ $ref, ...schema }: Schema): Schema {
  return schema;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function objectOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
