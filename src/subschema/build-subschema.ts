import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  buildASTSchema,
  type DocumentNode,
  defaultFieldResolver,
  execute,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  Kind,
} from 'graphql';
import { isObject } from '../base/is-object.ts';
import { placeInCode, placeOfKey } from '../base/place-in-code.ts';
import { errorFinding, type Finding, StartupError, throwIfErrors } from '../base/startup-error.ts';
import type { BatchResolver, Context, Resolver } from '../extension-api.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import { batchedResolver } from './batched-resolver.ts';
import { type CheckedResolvers, checkResolvers, type ResolverFile } from './check-resolvers.ts';
import type { Composition, Subgraph } from './composition.ts';
import { entityDefinitions, entityNames, entityResolvers, interfaceNames } from './entities.ts';
import { guardedResolver } from './guarded-resolver.ts';
import { placeOfType, writtenFields } from './own-sdl.ts';
import { lazilyRelaxed } from './relaxed-schema.ts';
import type { Subschema } from './subschema.ts';

export interface SubschemaParts {
  readonly manifest: ExtensionManifest;
  readonly composition: Composition;
  /** Default exports of the resolver files. */
  readonly resolvers: readonly ResolverFile[];
}

/**
 * Makes an extension's SDL and resolvers executable, as a Federation subgraph. Throws StartupError with everything
 * that is wrong with the resolvers.
 */
export function buildSubschema({ manifest, composition, resolvers }: SubschemaParts): Subschema {
  const subgraph = composition.subgraphs.get(manifest.id);
  if (subgraph === undefined) throw new StartupError(resolvers.map(({ file }) => withoutSdl(file)));
  const definitions = subgraph.document.definitions.filter(({ kind }) => kind !== Kind.SCHEMA_EXTENSION);
  const typeDefs: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [...definitions, ...entityDefinitions(subgraph.document)],
  };
  const bare = buildASTSchema(typeDefs, { assumeValidSDL: true });
  const checked = checkResolvers(resolvers, {
    schema: bare,
    // What is @external is resolved here all the same where a @provides says so.
    ownFields: new Set(writtenFields(manifest.sdl, { external: true }).keys()),
    entities: new Set([...entityNames(subgraph.document), ...interfaceNames(subgraph.document)]),
  });
  throwIfErrors([
    ...checked.findings,
    // What a file without a map would have held is not missing besides.
    ...(resolvers.every(({ value }) => isObject(value)) ? missingReferences(manifest, subgraph, checked) : []),
  ]);

  const ownTypes = Object.keys(checked.others).length > 0;
  const schema = makeExecutableSchema({
    typeDefs: bare,
    // A copy costs more than the schema itself. Scalars and enums need one: default values are read by the old type's parser.
    updateResolversInPlace: !ownTypes,
    resolvers: joinedResolvers([
      fieldResolvers(checked),
      checked.others,
      entityResolvers(subgraph.document, checked.references),
    ]),
  });
  guardFields(schema, composition);
  const relaxed = lazilyRelaxed(schema);
  return {
    extension: manifest.id,
    schema,
    ownTypes,
    resolvers: { fields: checked.fields, references: checked.references },
    execute: async ({ document, variables, operationName, context }) =>
      execute({
        schema: relaxed(),
        document,
        variableValues: variables,
        operationName,
        contextValue: context,
      }),
  };
}

function withoutSdl(file: string): Finding {
  const fix = 'Add the .graphql file that declares what it resolves.';
  return errorFinding('RESOLVERS_INVALID', {
    where: placeInCode(file, ['export default']),
    what: 'resolves types that no SDL declares',
    fix,
  });
}

function missingReferences(
  manifest: ExtensionManifest,
  { ownedEntities }: Subgraph,
  { references }: CheckedResolvers,
): readonly Finding[] {
  return ownedEntities
    .filter((name) => !references.has(name))
    .map((name) =>
      errorFinding('REFERENCE_RESOLVER_MISSING', {
        where: placeOfType(manifest.sdl, name) ?? { file: manifest.folder },
        what: `gives "${name}" a @key, but no resolver file has "${name}.__resolveReference" that finds one by it`,
        fix: `Add ${name}: { __resolveReference: (reference, _args, context) => ... } to one of its resolver files.`,
        related: manifest.resolverFiles.map((file) => placeOfKey(file, [name])),
      }),
    );
}

type FieldResolver = GraphQLFieldResolver<unknown, Context>;

function fieldResolvers({
  fields,
}: CheckedResolvers): Readonly<Record<string, Readonly<Record<string, FieldResolver>>>> {
  return Object.fromEntries(
    [...fields].map(([type, members]) => [
      type,
      Object.fromEntries([...members].map(([field, resolver]) => [field, executable(resolver, `${type}.${field}`)])),
    ]),
  );
}

type ResolverMap = Readonly<Record<string, object>>;

/** Each map has other members of a type than the others, and a scalar is in one of them. */
function joinedResolvers(maps: readonly ResolverMap[]): ResolverMap {
  const joined: Record<string, object> = {};
  for (const map of maps)
    for (const [type, members] of Object.entries(map))
      joined[type] = Object.hasOwn(joined, type) ? { ...joined[type], ...members } : members;
  return joined;
}

function executable(resolver: Resolver | BatchResolver, name: string): FieldResolver {
  return typeof resolver === 'function' ? resolver : batchedResolver(resolver, name);
}

/** Fields without a resolver of their own are guarded too, hence after the schema is made. */
function guardFields(schema: GraphQLSchema, { guards }: Composition): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const [field, definition] of Object.entries(type.getFields())) {
      const name = `${type.name}.${field}`;
      const guard = guards.get(name);
      if (guard !== undefined)
        definition.resolve = guardedResolver(definition.resolve ?? defaultFieldResolver, guard, name);
    }
  }
}
