/** What can be reached from some values: through properties, symbols, getters, prototypes and collections. */
export interface Reachable {
  readonly objects: ReadonlySet<object>;
  /** Every text, with the bytes of every buffer as a text. */
  readonly texts: ReadonlySet<string>;
  /** Where an object was first found. */
  path(object: object): string;
}

const mostObjects = 200_000;

/** Walks breadth first. Throws Error when there is too much to walk, so that nothing is left out unnoticed. */
export function reachableFrom(roots: Readonly<Record<string, unknown>>): Reachable {
  const paths = new Map<object, string>();
  const texts = new Set<string>();
  const queue: object[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.add(value);
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
    if (paths.has(value) || value === globalThis) return;
    paths.set(value, path);
    queue.push(value);
  };
  for (const [name, value] of Object.entries(roots)) visit(value, name);
  for (let object = queue.shift(); object !== undefined; object = queue.shift()) {
    if (paths.size > mostObjects) throw new Error(`more than ${mostObjects} objects can be reached`);
    const path = paths.get(object) ?? '';
    if (ArrayBuffer.isView(object)) {
      // A small buffer may be a part of a large one that others use too.
      texts.add(Buffer.from(object.buffer).toString('latin1'));
      continue;
    }
    if (object instanceof Map || object instanceof Set)
      for (const [key, value] of object.entries()) {
        visit(key, `${path}.keys()`);
        visit(value, `${path}.get(${String(key)})`);
      }
    for (let holder: object | null = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
      visit(holder, `${path}.[[Prototype]]`);
      for (const key of Reflect.ownKeys(holder)) visit(read(object, key), `${path}.${String(key)}`);
    }
  }
  return { objects: new Set(paths.keys()), texts, path: (object) => paths.get(object) ?? 'nowhere' };
}

function read(object: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(object, key);
  } catch {
    return undefined; // getters of prototypes refuse objects that are not theirs
  }
}
