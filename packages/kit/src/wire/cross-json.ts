/** Something of a value that JSON does not keep. */
export interface Loss {
  readonly path: readonly (string | number)[];
  /** What it is there, and what JSON makes of it. */
  readonly what: string;
}

export interface Crossed {
  /** The value as `JSON.parse(JSON.stringify(value))` gives it. */
  readonly value: unknown;
  readonly losses: readonly Loss[];
}

/** What arrives of a value on the other side of a wire, and what is lost on the way. Never throws. */
export function crossJson(value: unknown): Crossed {
  const crossing = new Crossing();
  const crossed = crossing.cross(value, []);
  return { value: crossed === nothing ? undefined : crossed, losses: crossing.losses };
}

/** A value that JSON leaves out. */
const nothing = Symbol('nothing');

type Path = Loss['path'];

class Crossing {
  readonly losses: Loss[] = [];
  readonly #above = new Set<object>();

  cross(value: unknown, path: Path): unknown {
    switch (typeof value) {
      case 'undefined':
        return nothing;
      case 'function':
      case 'symbol':
        return this.#lose(path, `a ${typeof value}, which JSON leaves out`, nothing);
      case 'bigint':
        return this.#lose(path, 'a bigint, which JSON cannot hold', nothing);
      case 'number':
        return Number.isFinite(value) ? value : this.#lose(path, `${value}, of which JSON makes null`, null);
      case 'object':
        return value === null ? null : this.#object(value, path);
      default:
        return value;
    }
  }

  #object(value: object, path: Path): unknown {
    if (this.#above.has(value)) return this.#lose(path, 'itself again, which JSON cannot hold', nothing);
    this.#above.add(value);
    try {
      if (Array.isArray(value)) return value.map((item, at) => this.#item(item, [...path, at]));
      const written = writtenAs(value);
      if (written !== undefined) {
        this.#lose(path, `${nameOf(value)}, of which JSON makes ${typeName(written.json)}`, undefined);
        return this.cross(written.json, path);
      }
      return this.#members(value, path);
    } catch (error) {
      return this.#lose(path, `an object that cannot be read: ${String(error)}`, nothing);
    } finally {
      this.#above.delete(value);
    }
  }

  #item(item: unknown, path: Path): unknown {
    const crossed = this.cross(item, path);
    if (item === undefined) this.#lose(path, 'undefined, of which JSON makes null', null);
    return crossed === nothing ? null : crossed;
  }

  #members(value: object, path: Path): unknown {
    const kept: Record<string, unknown> = {};
    for (const name of Reflect.ownKeys(value)) {
      const { enumerable = false } = Object.getOwnPropertyDescriptor(value, name) ?? {};
      if (typeof name === 'symbol') this.#lose(path, `the property ${String(name)}, which JSON leaves out`, undefined);
      else if (!enumerable) this.#lose([...path, name], 'a hidden property, which JSON leaves out', undefined);
      else {
        const crossed = this.cross(Reflect.get(value, name), [...path, name]);
        if (crossed !== nothing) Object.defineProperty(kept, name, { ...plainProperty, value: crossed });
      }
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null)
      this.#lose(path, `${nameOf(value)}${inherited(value)}, of which JSON keeps the own properties`, undefined);
    return kept;
  }

  #lose<Left>(path: Path, what: string, left: Left): Left {
    if (this.losses.length < mostLosses) this.losses.push({ path, what });
    return left;
  }
}

const mostLosses = 20;
const plainProperty = { writable: true, enumerable: true, configurable: true };

/** What `toJSON` gives, or what JSON makes of objects whose content is no property. */
function writtenAs(value: object): { readonly json: unknown } | undefined {
  const toJson: unknown = Reflect.get(value, 'toJSON');
  if (typeof toJson === 'function') return { json: Reflect.apply(toJson, value, ['']) };
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return { json: value.valueOf() };
  const isEmpty = value instanceof Map || value instanceof Set || value instanceof RegExp || value instanceof Promise;
  if (isEmpty || value instanceof Error) return { json: { ...value } };
  return ArrayBuffer.isView(value) ? { json: { ...value } } : undefined;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value === 'string' ? 'text' : `a ${typeof value}`;
  return Array.isArray(value) ? 'a list' : Object.keys(value).length === 0 ? 'an empty object' : 'a plain object';
}

function nameOf(value: object): string {
  const { name } = value.constructor;
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name === '' ? 'nameless class' : name}`;
}

/** The names of methods and getters of an object's class. */
function inherited(value: object): string {
  const names: string[] = [];
  for (let one: unknown = Object.getPrototypeOf(value); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    if (typeof one !== 'object' || one === null) break;
    names.push(...Object.getOwnPropertyNames(one).filter((name) => name !== 'constructor'));
  }
  return names.length === 0 ? '' : ` with ${names.slice(0, 5).join(', ')}`;
}
