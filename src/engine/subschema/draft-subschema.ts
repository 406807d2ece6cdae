import { buildASTSchema, type DocumentNode, type GraphQLSchema, Kind, visit } from 'graphql';
import { errorFinding, type Finding, placeInCode, placeOfKey } from '#base';
import { checkResolvers } from './check-resolvers.ts';
import type { Composition, ExtensionSdl, Subgraph } from './composition.ts';
import { type DescribedResolvers, hasResolver } from './describe-resolvers.ts';
import { entityDefinitions, entityNames } from './entities.ts';
import { placeOfType, restingNames, writtenFields } from './written-fields.ts';

export interface DraftParts {
  readonly manifest: ExtensionSdl;
  readonly composition: Pick<Composition, 'subgraphs'>;
  readonly described: readonly DescribedResolvers[];
}

/** An extension's SDL, checked against its described resolvers, without its code. */
export interface SubschemaDraft {
  readonly manifest: ExtensionSdl;
  /** Undefined when the extension has no SDL. */
  readonly subgraph: Subgraph | undefined;
  readonly schema: GraphQLSchema | undefined;
  readonly findings: readonly Finding[];
}

/** The schema of one extension's own SDL, with the types of others as far as it names them. Undefined without SDL. */
export function draftSubschema({ manifest, composition, described }: DraftParts): SubschemaDraft {
  const subgraph = composition.subgraphs.get(manifest.id);
  if (subgraph === undefined)
    return { manifest, subgraph, schema: undefined, findings: described.map(({ file }) => withoutSdl(file)) };
  const schema = subgraphSchema(subgraph);
  const findings = checkResolvers(described, {
    schema,
    // An extension resolves an @external field where it says @provides.
    ownFields: new Set(writtenFields(manifest.sdl, { external: true }).keys()),
    entities: new Set(entityNames(subgraph.document, true)),
    resting: restingNames(manifest.sdl, schema),
  });
  // A missing resolver may belong in a file whose export is wrong.
  const areMaps = described.every(({ exports }) => exports === 'a map');
  const missing = areMaps ? missingReferences(manifest, subgraph, described) : [];
  return { manifest, subgraph, schema, findings: [...findings, ...missing] };
}

/** The types of an extension's Federation subgraph, without resolvers. */
function subgraphSchema({ document }: Subgraph): GraphQLSchema {
  const definitions = document.definitions.filter(({ kind }) => kind !== Kind.SCHEMA_EXTENSION);
  const typeDefs: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...definitions, ...entityDefinitions(document)] };
  // Stitching joins repeated directives, such as @key, by writing into their arguments. The document must stay.
  const own = visit(typeDefs, { [Kind.ARGUMENT]: { leave: (node) => ({ ...node }) } });
  return buildASTSchema(own, { assumeValidSDL: true });
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
  manifest: ExtensionSdl,
  { ownedEntities }: Subgraph,
  described: readonly DescribedResolvers[],
): readonly Finding[] {
  return ownedEntities
    .filter((name) => !hasResolver(described, name, '__resolveReference'))
    .map((name) =>
      errorFinding('REFERENCE_RESOLVER_MISSING', {
        where: placeOfType(manifest.sdl, name) ?? { file: manifest.sdl[0]?.file ?? manifest.id },
        what: `gives "${name}" a @key, but no resolver file has "${name}.__resolveReference" that finds one by it`,
        fix: `Add ${name}: { __resolveReference: (reference, _args, context) => ... } to one of its resolver files.`,
        related: described.map(({ file }) => placeOfKey(file, [name])),
      }),
    );
}
