import fc from 'fast-check';
import { type DocumentNode, type FieldDefinitionNode, Kind, type TypeNode } from 'graphql';
import { type ExtensionManifest, isObject, namedTypeOf, writtenFields } from 'stoa/tooling';
import { type Draw, drawFrom, scalarValues } from '../../values/index.ts';
import { type IndexedType, indexTypes, type TypeIndex } from './type-index.ts';

/** By type and field: a value, or a function like a resolver. `undefined` leaves the answer to the stand-in. */
export type Mocks = Readonly<Record<string, Readonly<Record<string, unknown>> | ((number: number) => unknown)>>;

export interface StandInParts {
  readonly manifest: Pick<ExtensionManifest, 'sdl'>;
  readonly subgraph: { readonly document: DocumentNode };
  readonly seed: number;
  /** From 0 to 1: how many nullable values are null. */
  readonly nulls: number;
  readonly mocks: Mocks;
}

type Resolve = (parent: unknown, args: Readonly<Record<string, unknown>>, context: unknown) => unknown;

/** Resolvers of a stand-in: each answer fits its type, and is the same for the same seed, object and arguments. */
export function standInResolvers(parts: StandInParts): Readonly<Record<string, Readonly<Record<string, Resolve>>>> {
  const maker = new Maker(parts);
  const resolvers: Record<string, Record<string, Resolve>> = {};
  for (const { type, field } of writtenFields(parts.manifest.sdl).values()) {
    const node = maker.types.get(type)?.fields.get(field);
    if (node !== undefined && maker.types.get(type)?.kind === 'object')
      resolvers[type] = { ...resolvers[type], [field]: maker.resolverOf(type, node) };
  }
  for (const [name, { kind, keys }] of maker.types)
    if (kind === 'object' && keys.length > 0 && name in resolvers)
      resolvers[name] = { ...resolvers[name], __resolveReference: maker.referenceOf(name) };
  return resolvers;
}

/** Which object a value belongs to. Not enumerable, so that nothing but the maker sees it. */
const identity = Symbol('identity');

class Maker {
  readonly types: TypeIndex;
  readonly #parts: StandInParts;
  /** Types with fields that this stand-in answers. */
  readonly #written: ReadonlySet<string>;

  constructor(parts: StandInParts) {
    this.#parts = parts;
    this.#written = new Set([...writtenFields(parts.manifest.sdl).values()].map(({ type }) => type));
    this.types = indexTypes(parts.subgraph.document);
  }

  resolverOf(type: string, node: FieldDefinitionNode): Resolve {
    const field = node.name.value;
    return async (parent, args, context) => {
      const mocked = await this.#mocked(type, field, [parent, args, context]);
      if (mocked !== undefined) return this.#named(node.type, mocked);
      if (isObject(parent) && parent[field] !== undefined) return parent[field];
      // A connection has each object as a node and behind an edge.
      const step = /^(?:edges|nodes?|items)$/.test(field) ? [] : [field];
      const words = [this.#identityOf(type, parent), ...step, ...(node.arguments?.length ? [textOf(args)] : [])];
      return this.#valueOf(node.type, { field, path: words.join('/'), args, parent: type });
    };
  }

  referenceOf(type: string): Resolve {
    return async (reference, args, context) => {
      const mocked = await this.#mocked(type, '__resolveReference', [reference, args, context]);
      return mocked === undefined ? reference : mocked;
    };
  }

  async #mocked(type: string, field: string, [parent, args, context]: Parameters<Resolve>): Promise<unknown> {
    const entry = this.#parts.mocks[type];
    if (!isObject(entry) || !Object.hasOwn(entry, field)) return undefined;
    const mock = entry[field];
    return typeof mock === 'function' ? await mock(parent, args, context) : mock;
  }

  #identityOf(type: string, parent: unknown): string {
    if (!isObject(parent)) return type;
    const known: unknown = Reflect.get(parent, identity);
    if (typeof known === 'string') return known;
    const keys = this.types.get(type)?.keys ?? [];
    const values = keys.map((key) => parent[key]).filter((value) => value !== undefined);
    return `${type}:${textOf(values.length > 0 ? values : parent)}`;
  }

  #valueOf(type: TypeNode, origin: ValueOrigin, isList = false): unknown {
    if (type.kind === Kind.NON_NULL_TYPE) return this.#present(type.type, origin);
    const isNull = !isList && this.#draw(origin.path, 'null')(fc.nat(99)) < this.#parts.nulls * 100;
    return isNull ? null : this.#present(type, origin);
  }

  #present(type: TypeNode, origin: ValueOrigin): unknown {
    if (type.kind === Kind.NON_NULL_TYPE) return this.#present(type.type, origin);
    if (type.kind === Kind.LIST_TYPE)
      return Array.from({ length: this.#isEmpty(type) ? 0 : lengthOf(origin.args) }, (_, index) =>
        this.#valueOf(type.type, { ...origin, path: `${origin.path}/${index}`, args: {} }, true),
      );
    const name = type.name.value;
    const found = this.types.get(name);
    const draw = this.#draw(origin.path, origin.parent);
    if (found === undefined || found.kind === 'scalar') return this.#scalar(name, origin.field, draw);
    if (found.kind === 'enum') return draw(fc.constantFrom(...found.values));
    // A contract may have an interface without the types that implement it.
    if (found.kind === 'abstract' && found.members.length === 0) return null;
    const concrete = found.kind === 'abstract' ? draw(fc.constantFrom(...found.members)) : name;
    return this.#object(concrete, this.types.get(concrete), origin);
  }

  /** Another extension alone makes its items: they are of an interface without types here, or of its keyless type. */
  #isEmpty(type: TypeNode): boolean {
    const name = namedTypeOf(type);
    const found = this.types.get(name);
    if (found?.kind === 'abstract') return found.members.length === 0;
    return found?.kind === 'object' && found.keys.length === 0 && !this.#written.has(name);
  }

  #scalar(name: string, field: string, draw: Draw): unknown {
    const mock = this.#parts.mocks[name];
    return typeof mock === 'function' ? mock(draw(fc.nat())) : draw(scalarValues(name, field));
  }

  #draw(...words: readonly string[]): Draw {
    return drawFrom(this.#parts.seed, ...words);
  }

  /** An object with its key. An argument that is called like the key, or `id`, is the key. */
  #object(name: string, type: IndexedType | undefined, { path, args }: ValueOrigin): object {
    const keys = type?.keys ?? [];
    const given = keys.flatMap((key): readonly (readonly [string, unknown])[] => {
      const value = args[key] ?? (keys.length === 1 ? args.id : undefined);
      if (value !== undefined && value !== null) return [[key, value]];
      const node = type?.fields.get(key);
      const origin = { field: key, path: `${path}/${key}`, args: {}, parent: name };
      return node === undefined ? [] : [[key, this.#present(node.type, origin)]];
    });
    const object: object = { __typename: name, ...Object.fromEntries(given) };
    return keys.length > 0 ? object : Object.defineProperty(object, identity, { value: path });
  }

  /** Objects of a mock may leave out the name of their type. */
  #named(type: TypeNode, value: unknown): unknown {
    if (type.kind === Kind.NON_NULL_TYPE) return this.#named(type.type, value);
    if (type.kind === Kind.LIST_TYPE)
      return Array.isArray(value) ? value.map((item: unknown) => this.#named(type.type, item)) : value;
    const found = this.types.get(type.name.value);
    if (!isObject(value) || '__typename' in value || found?.kind !== 'object') return value;
    return { __typename: type.name.value, ...value };
  }
}

interface ValueOrigin {
  readonly field: string;
  /** What the value depends on, apart from the seed. */
  readonly path: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly parent: string;
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

const longestList = 3;

function lengthOf({ first, last, limit }: Readonly<Record<string, unknown>>): number {
  const asked = [first, last, limit].find((each) => typeof each === 'number');
  return typeof asked === 'number' ? Math.max(0, Math.min(asked, longestList)) : 2;
}
