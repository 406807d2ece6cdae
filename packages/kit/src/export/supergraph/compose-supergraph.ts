import { composeServices } from '@theguild/federation-composition';
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLError,
  isTypeDefinitionNode,
  Kind,
  type NameNode,
  type ObjectTypeDefinitionNode,
  parse,
  print,
} from 'graphql';
import { type Config, coreSchema, errorFinding, type Finding, type Place, placeOf, StartupError } from 'stoa/tooling';
import { type ExportAddresses, freeName } from './addresses.ts';
import { type ComposedShop, composeJoined, joinedFields } from './joined-fields.ts';

export interface Supergraph {
  /** The text of supergraph.graphql. */
  readonly sdl: string;
  /** In the order of gateway.yaml; the gateway's own is the last. */
  readonly subgraphs: readonly ExportedSubgraph[];
}

export interface ExportedSubgraph {
  readonly name: string;
  readonly url: string;
  readonly document: DocumentNode;
  /** As `_service` gives it, with a line break at its end. */
  readonly sdl: string;
}

/** The name of the gateway's own subgraph, unless an extension has that name. */
const ownName = 'stoa';

/**
 * Joins the extensions' subgraphs and the gateway's own fields by the rules of Federation 2, without what is internal:
 * the exported engine asks for it neither, since extensions ask Stoa's gateway. Throws StartupError
 * EXPORT_NO_GRAPHQL when no extension has SDL, and EXPORT_NOT_COMPOSED with all errors of the composition.
 */
export function composeSupergraph(
  config: Pick<Config, 'file'>,
  shop: ComposedShop,
  addresses: ExportAddresses,
): Supergraph {
  const { subgraphs } = shop.composition;
  if (subgraphs.size === 0) throw new StartupError([withoutGraphql(config)]);
  const joined = joinedFields(shop.composition);
  const own = freeName(ownName, [...addresses.extensions.keys()]);
  const documents: ReadonlyMap<string, DocumentNode> =
    joined.length === 0
      ? new Map([...subgraphs].map(([name, { clientDocument }]) => [name, clientDocument]))
      : composeJoined(shop, { joined, own });
  const exported = [
    ...[...subgraphs.keys()].flatMap((name) => {
      const document = documents.get(name);
      return document === undefined ? [] : [describe(name, addresses.extensions.get(name) ?? '', document)];
    }),
    describe(own, addresses.gateway, ownSubgraph(documents.get(own))),
  ];
  const result = composeServices(exported.map(({ name, url, document }) => ({ name, url, typeDefs: document })));
  const { errors = [], supergraphSdl: sdl } = result;
  if (sdl === undefined || errors.length > 0)
    throw new StartupError(errors.map((error) => refused(error, exported, config)));
  return { sdl: `${sdl.trimEnd()}\n`, subgraphs: exported };
}

function describe(name: string, origin: string, document: DocumentNode): ExportedSubgraph {
  return { name, url: `${origin}/graphql`, document, sdl: `${print(document)}\n` };
}

function withoutGraphql({ file }: Pick<Config, 'file'>): Finding {
  return errorFinding('EXPORT_NO_GRAPHQL', {
    where: { file, line: 1 },
    what: 'no enabled extension has GraphQL, so there is nothing that another engine could serve',
    fix: 'Enable an extension with a graphql/ folder. REST and pages stay with Stoa in any case.',
  });
}

function refused(
  { message, extensions }: GraphQLError,
  subgraphs: readonly ExportedSubgraph[],
  { file }: Pick<Config, 'file'>,
): Finding {
  const code = typeof extensions.code === 'string' ? `${extensions.code}: ` : '';
  const documents = subgraphs.map(({ document }) => document);
  return errorFinding('EXPORT_NOT_COMPOSED', {
    where: placeOfMessage(message, documents) ?? { file, line: 1 },
    what: `the subgraphs do not compose by Federation 2: ${code}${message}`,
    fix: 'Change the SDL of the extension that the message names. Stoa itself allows it, other engines do not.',
  });
}

const link = parse('extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@shareable"])', {
  noLocation: true,
});

/**
 * The gateway's own fields as a Federation 2 subgraph, with those that it joins. The gateway answers it at its usual
 * address. Extensions have its types as well, so those are shareable.
 */
function ownSubgraph({ definitions: joined }: Pick<DocumentNode, 'definitions'> = link): DocumentNode {
  const own = coreSchema.definitions.filter(isTypeDefinitionNode);
  const known = new Set(joined.flatMap((node) => (isTypeDefinitionNode(node) ? [node.name.value] : [])));
  const added = own.filter(({ name }) => !known.has(name.value)).map(shared);
  const fields = own.flatMap((node) => (isQuery(node) ? (node.fields ?? []) : []));
  // One definition: mesh-compose loses the fields of the first of two.
  const given = joined.map((node) => (isQuery(node) ? { ...node, fields: [...(node.fields ?? []), ...fields] } : node));
  return { kind: Kind.DOCUMENT, definitions: [...given, ...added] };
}

function isQuery(
  node: DefinitionNode,
): node is ObjectTypeDefinitionNode & { readonly name: { readonly value: 'Query' } } {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === 'Query';
}

function shared(definition: DefinitionNode): DefinitionNode {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION || isQuery(definition)) return definition;
  const directives = [...(definition.directives ?? []), shareable];
  return { ...definition, directives } satisfies ObjectTypeDefinitionNode;
}

const shareable = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'shareable' } } as const;

/** Where an extension writes what a message of the composition names in quotes: `"Product.price"`, `"Product"`. */
function placeOfMessage(message: string, documents: readonly DocumentNode[]): Place | undefined {
  const definitions = documents.flatMap((document) => document.definitions);
  for (const [, type, field] of message.matchAll(/"(\w+)(?:\.(\w+))?/g)) {
    const names = definitions.flatMap((node): readonly NameNode[] => {
      if (!('name' in node) || node.name?.value !== type) return [];
      if (field === undefined) return [node.name];
      const fields: readonly { readonly name: NameNode }[] = 'fields' in node ? (node.fields ?? []) : [];
      return fields.flatMap(({ name }) => (name.value === field ? [name] : []));
    });
    const written = names.find(({ loc }) => loc !== undefined);
    if (written !== undefined) return placeOf(written);
  }
  return undefined;
}
