import {
  type DefinitionNode,
  type DocumentNode,
  defaultTypeResolver,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLResolveInfo,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  parse,
  print,
} from 'graphql';
import { isObject } from '#base';
import { callBatch } from './batched-resolver.ts';
import type { Subgraph } from './composition.ts';
import { hasDirective } from './federation.ts';
import type { BatchResolver, Context, Resolver } from './resolver.ts';

export type ReferenceResolver = Resolver | BatchResolver;

/** Names of the entities in a subgraph's document. An interface's key finds objects and their types. */
export function entityNames(document: DocumentNode, withInterfaces = false): readonly string[] {
  return document.definitions.flatMap((definition) => {
    const isObject = definition.kind === Kind.OBJECT_TYPE_DEFINITION;
    const isKeyed = isObject || (withInterfaces && definition.kind === Kind.INTERFACE_TYPE_DEFINITION);
    return isKeyed && hasDirective(definition, 'key') ? [definition.name.value] : [];
  });
}

/** The types and root fields that make a schema a Federation subgraph. */
export function entityDefinitions(document: DocumentNode): readonly DefinitionNode[] {
  const types = entityNames(document).map(
    (value): NamedTypeNode => ({ kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value } }),
  );
  const hasQuery = document.definitions.some((node) => 'name' in node && node.name?.value === 'Query');
  const entities = plumbing.entities.map((node) =>
    node.kind === Kind.UNION_TYPE_DEFINITION ? { ...node, types } : node,
  );
  return [...(hasQuery ? [] : plumbing.query), ...plumbing.service, ...(types.length === 0 ? [] : entities)];
}

// Parsed once, because parsing takes longer than all else that a small subgraph needs.
const plumbing = {
  query: definitionsOf('type Query'),
  service: definitionsOf('type _Service { sdl: String! } extend type Query { _service: _Service! }'),
  entities: definitionsOf(`
    scalar _Any
    union _Entity
    extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`),
};

function definitionsOf(sdl: string): readonly DefinitionNode[] {
  return parse(sdl, { noLocation: true }).definitions;
}

/** Resolvers of `_service` and `_entities`. Without `__resolveReference`, an entity is its representation. */
export function entityResolvers(
  { document, clientDocument }: Subgraph,
  references: ReadonlyMap<string, ReferenceResolver>,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const _service = (): object => ({ sdl: print(clientDocument) });
  const types = entityNames(document);
  if (types.length === 0) return { Query: { _service } };
  const names = new Set(entityNames(document, true));

  const typeOf = new WeakMap<object, string>();
  const _entities: GraphQLFieldResolver<unknown, Context> = (_root, args, context, info) =>
    resolveReferences(args.representations, { references, names, typeOf, context, info });
  const __resolveType = (value: object): string | undefined => typeOf.get(value);
  return { Query: { _service, _entities }, _Entity: { __resolveType } };
}

interface Resolution {
  readonly references: ReadonlyMap<string, ReferenceResolver>;
  readonly names: ReadonlySet<string>;
  readonly typeOf: WeakMap<object, string>;
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
}

function resolveReferences(representations: unknown, resolution: Resolution): readonly unknown[] {
  if (!Array.isArray(representations)) return [];
  const answers: unknown[] = new Array(representations.length);
  const indexes = representations.map((representation: unknown, index) => {
    const type = isObject(representation) ? representation.__typename : undefined;
    return { index, type: typeof type === 'string' ? type : undefined };
  });
  for (const [type, group] of Map.groupBy(indexes, (entry) => entry.type)) {
    const found =
      type !== undefined && resolution.names.has(type)
        ? resolveType(
            type,
            group.map(({ index }) => representations[index]),
            resolution,
          )
        : group.map(() => new Error(`"${type}" is no entity of this subgraph.`));
    for (const [position, { index }] of group.entries()) answers[index] = found[position];
  }
  return answers;
}

function resolveType(type: string, group: readonly unknown[], resolution: Resolution): readonly unknown[] {
  const { references, context, info, typeOf } = resolution;
  const abstract = info.schema.getType(type);
  if (isInterfaceType(abstract)) return group.map(async (reference) => resolveMember(abstract, reference, resolution));
  const resolver = references.get(type);
  const name = `${type}.__resolveReference`;
  const mark = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && !(value instanceof Error)) typeOf.set(value, type);
    return value;
  };
  if (resolver === undefined) return group.map(mark);
  if (typeof resolver === 'object') {
    const answers = callBatch(resolver, { parents: group, args: {}, context, info, name });
    return group.map(async (_reference, index) => mark(await (await answers)[index]));
  }
  return group.map(async (reference) => mark(await resolver(reference, {}, context, info)));
}

/** Finds an object of an interface, by the interface's `__resolveReference` or else by its own type's. */
async function resolveMember(
  abstract: GraphQLInterfaceType,
  reference: unknown,
  { references, context, info, typeOf }: Resolution,
): Promise<unknown> {
  const ask = async (name: string): Promise<unknown> => {
    const resolver = references.get(name);
    if (resolver === undefined) return reference;
    if (typeof resolver === 'function') return resolver(reference, {}, context, info);
    const call = { parents: [reference], args: {}, context, info, name: `${name}.__resolveReference` };
    return (await callBatch(resolver, call))[0];
  };
  const found = await ask(abstract.name);
  if (typeof found !== 'object' || found === null || found instanceof Error) return found;
  const type = await memberName(abstract, found, { context, info });
  const value = references.has(abstract.name) ? found : await ask(type);
  if (typeof value === 'object' && value !== null && !(value instanceof Error)) typeOf.set(value, type);
  return value;
}

/** The type of an interface's object. Throws if the extension's code does not say. */
async function memberName(
  abstract: GraphQLInterfaceType,
  value: unknown,
  { context, info }: { readonly context: Context; readonly info: GraphQLResolveInfo },
): Promise<string> {
  const resolve = abstract.resolveType ?? defaultTypeResolver;
  const name: unknown = await resolve(value, context, info, abstract);
  const type = typeof name === 'string' ? info.schema.getType(name) : undefined;
  if (isObjectType(type) && info.schema.isSubType(abstract, type)) return type.name;
  throw new GraphQLError(`No extension tells the type of an object of "${abstract.name}".`);
}
