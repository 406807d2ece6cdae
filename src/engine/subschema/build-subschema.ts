import { makeExecutableSchema } from '@graphql-tools/schema';
import { defaultFieldResolver, execute, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Finding } from '#base';
import { batchedResolver } from './batched-resolver.ts';
import type { Composition, ExtensionSdl } from './composition.ts';
import {
  type CollectedResolvers,
  collectResolvers,
  describeResolvers,
  type ResolverFile,
} from './describe-resolvers.ts';
import { type DraftParts, draftSubschema, type SubschemaDraft } from './draft-subschema.ts';
import { entityResolvers } from './entities.ts';
import { missingResolvers } from './missing-resolvers.ts';
import { lazilyRelaxed } from './relaxed-schema.ts';
import type { BatchResolver, Context, Resolver } from './resolver.ts';
import { type RefuseField, refuseAll } from './resolver.ts';
import type { ExecutableSubschema, Subschema } from './subschema.ts';

export interface SubschemaParts {
  readonly manifest: ExtensionSdl;
  readonly composition: Pick<Composition, 'subgraphs' | 'guards'>;
  /** Default exports of the resolver files. */
  readonly resolvers: readonly ResolverFile[];
  /** Left out, all guarded fields are refused. */
  readonly refuse?: RefuseField | undefined;
}

/** Checks an extension's resolvers, and makes them executable. No subschema if there are findings, or no SDL. */
export function buildSubschema({ manifest, composition, resolvers, refuse }: SubschemaParts): {
  readonly subschema: ExecutableSubschema | undefined;
  readonly findings: readonly Finding[];
} {
  const draft = draftSubschema({ manifest, composition, described: describeResolvers(resolvers) });
  const { findings, subgraph } = draft;
  if (findings.length > 0 || subgraph === undefined) return { subschema: undefined, findings };
  return { subschema: completeSubschema(draft, { composition, refuse }, resolvers), findings };
}

/**
 * Checks an extension's described resolvers against its SDL, also that none is missing. `build` makes the subschema:
 * without resolvers that of an extension elsewhere, and undefined without SDL. It needs a check without findings.
 */
export function checkSubschema({ composition, ...parts }: DraftParts & { readonly composition: Composition }) {
  const draft = draftSubschema({ ...parts, composition });
  const { manifest, schema, findings } = draft;
  return {
    // A resolver with a misspelt name would also be reported as missing.
    findings: findings.length > 0 ? findings : missingResolvers(manifest, composition, parts.described),
    build: (resolvers?: readonly ResolverFile[], refuse?: RefuseField): Subschema | undefined => {
      if (schema === undefined) return undefined;
      if (resolvers === undefined) return { extension: manifest.id, schema, ownTypes: false };
      return completeSubschema(draft, { composition, refuse }, resolvers);
    },
  };
}

type GuardParts = Pick<SubschemaParts, 'composition' | 'refuse'>;

/** Makes an extension's SDL and resolvers executable, as a Federation subgraph. The draft must have no findings. */
function completeSubschema(
  { manifest, subgraph, schema: bare }: SubschemaDraft,
  guards: GuardParts,
  resolvers: readonly ResolverFile[],
): ExecutableSubschema {
  if (subgraph === undefined || bare === undefined) throw new Error(`the extension ${manifest.id} has no SDL`);
  const collected = collectResolvers(resolvers, bare);
  const ownTypes = Object.keys(collected.others).length > 0;
  const schema = makeExecutableSchema({
    typeDefs: bare,
    // A copy costs more than the schema. Scalars and enums need one: the old type's parser reads default values.
    updateResolversInPlace: !ownTypes,
    resolvers: joinedResolvers([
      fieldResolvers(collected),
      collected.others,
      entityResolvers(subgraph, collected.references),
    ]),
  });
  guardFields(schema, guards);
  const relaxed = lazilyRelaxed(schema);
  return {
    extension: manifest.id,
    schema,
    ownTypes,
    resolvers: { fields: collected.fields, references: collected.references },
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

type FieldResolver = GraphQLFieldResolver<unknown, Context>;

function fieldResolvers({
  fields,
}: CollectedResolvers): Readonly<Record<string, Readonly<Record<string, FieldResolver>>>> {
  return Object.fromEntries(
    [...fields].map(([type, members]) => [
      type,
      Object.fromEntries([...members].map(([field, resolver]) => [field, executable(resolver, `${type}.${field}`)])),
    ]),
  );
}

type ResolverMap = Readonly<Record<string, object>>;

/** No two maps have the same member of a type, nor the same scalar. */
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

/** Called after the schema is made, because fields without a resolver are guarded too. */
function guardFields(schema: GraphQLSchema, { composition, refuse = refuseAll }: GuardParts): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const [field, definition] of Object.entries(type.getFields())) {
      const name = `${type.name}.${field}`;
      const guard = composition.guards.get(name);
      const { resolve = defaultFieldResolver } = definition;
      if (guard === undefined) continue;
      definition.resolve = (parent, args, context, info) => {
        const error = refuse(guard, context, name);
        if (error !== undefined) throw error;
        return resolve(parent, args, context, info);
      };
    }
  }
}
