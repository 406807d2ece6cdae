/** Type guard for an object as JSON, GraphQL and JSON Schema define it: neither an array nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Type guard for an object or array. */
export function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Guards a thenable. For speed it reads `then`: `in` takes three times as long on objects of many shapes. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isObjectOrList(value) && typeof value.then === 'function';
}

/** The value of a JSON text, if the guard knows it. Undefined for any other value, and for what is no JSON. */
export function parseKnown<Value>(text: string, isKnown: (value: unknown) => value is Value): Value | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isKnown(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const maxItems = 10;
const maxDepth = 2;

/** A value as an error's message shows it, in the form that graphql-js gives it. */
export function inspectValue(value: unknown, around: readonly object[] = []): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return value.name === '' ? '[function]' : `[function ${value.name}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (around.includes(value)) return '[Circular]';
  const inside = [...around, value];
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const json: unknown = value.toJSON();
    if (json !== value) return typeof json === 'string' ? json : inspectValue(json, inside);
  } else if (Array.isArray(value)) return inspectList(value, inside);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  if (inside.length > maxDepth) return `[${tagOf(value)}]`;
  return `{ ${entries.map(([key, member]) => `${key}: ${inspectValue(member, inside)}`).join(', ')} }`;
}

function inspectList(list: readonly unknown[], inside: readonly object[]): string {
  if (list.length === 0) return '[]';
  if (inside.length > maxDepth) return '[Array]';
  const items = list.slice(0, maxItems).map((item) => inspectValue(item, inside));
  const more = list.length - items.length;
  if (more > 0) items.push(more === 1 ? '... 1 more item' : `... ${more} more items`);
  return `[${items.join(', ')}]`;
}

function tagOf(object: object): string {
  const tag = Object.prototype.toString.call(object).slice('[object '.length, -1);
  const made: unknown = object.constructor;
  return tag === 'Object' && typeof made === 'function' && made.name !== '' ? made.name : tag;
}

/** Freezes plain objects and arrays deeply. Does not touch instances of classes. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !Array.isArray(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}
