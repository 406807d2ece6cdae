import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  Kind,
  Location,
  type NamedTypeNode,
  parse,
  printSchema,
  Source,
  Token,
  TokenKind,
  visit,
} from 'graphql';
import type { Place } from '#base';
import { writtenFields } from '#engine';
import type { MeshManifest, SdlFile } from '#extensions';

export interface MeshSdlParts {
  readonly mesh: MeshManifest;
  /** The extension's own SDL, which may declare fields of Mesh again. */
  readonly sdl: readonly SdlFile[];
  /** Place of the type's source in `.meshrc.yaml`. */
  readonly placeOf: (type: string) => Place;
}

const rootNames = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

/** Converts Mesh's schema to an SDL file of the extension. Locations point to the source in `.meshrc.yaml`. */
export function meshSdl(schema: GraphQLSchema, { mesh, sdl, placeOf }: MeshSdlParts): SdlFile {
  const text = printSchema(schema);
  const printed = parse(text, { noLocation: true }).definitions.filter(isType);
  const renamed = withRootNames(printed, schema);
  const again = writtenFields(sdl, { external: true });
  const own = renamed.filter(({ name }) => name.value !== rootNames.subscription).map((node) => without(node, again));
  const used = reachable(own, namesIn(sdl.map(({ document }) => document)));
  const definitions = own.filter(({ name }) => used.has(name.value));
  const body = new Source(mesh.text, mesh.file);
  const located = definitions.map((node) => locate(node, locationOf(body, placeOf(node.name.value))));
  // Identifies the schema, because it can change without the file.
  const loc = locationOf(new Source(text, mesh.file), { file: mesh.file });
  return { file: mesh.file, document: { kind: Kind.DOCUMENT, definitions: located, loc } };
}

type TypeNode = Extract<DefinitionNode, { readonly kind: `${string}TypeDefinition` }>;

function isType(node: DefinitionNode): node is TypeNode {
  return node.kind.endsWith('TypeDefinition');
}

/** Renames the source's root types to Query, Mutation and Subscription. */
function withRootNames(nodes: readonly TypeNode[], schema: GraphQLSchema): readonly TypeNode[] {
  const names = new Map(
    Object.entries({
      [schema.getQueryType()?.name ?? rootNames.query]: rootNames.query,
      [schema.getMutationType()?.name ?? rootNames.mutation]: rootNames.mutation,
      [schema.getSubscriptionType()?.name ?? rootNames.subscription]: rootNames.subscription,
    }).filter(([from, to]) => from !== to),
  );
  if (names.size === 0) return nodes;
  const rename = <Node extends TypeNode | NamedTypeNode>(node: Node): Node => {
    const value = names.get(node.name.value);
    return value === undefined ? node : { ...node, name: { ...node.name, value } };
  };
  return nodes.map((node) => rename(visit(node, { NamedType: (type) => rename(type) })));
}

/** Removes fields that the extension declares again, and the fields `_service` and `_entities` of a subgraph. */
function without(node: TypeNode, again: ReturnType<typeof writtenFields>): TypeNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return node;
  const isRoot = node.name.value === rootNames.query;
  const isKept = ({ name: { value } }: FieldDefinitionNode): boolean =>
    !again.has(`${node.name.value}.${value}`) && !(isRoot && (value === '_service' || value === '_entities'));
  return { ...node, fields: (node.fields ?? []).filter(isKept) };
}

function namesIn(nodes: readonly (TypeNode | DocumentNode)[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodes)
    visit(node, {
      NamedType: ({ name }) => {
        names.add(name.value);
      },
      ObjectTypeExtension: ({ name }) => {
        names.add(name.value);
      },
    });
  return names;
}

/** Names of types that root fields or the extension's SDL use. Mesh's schema also has types for its directives. */
function reachable(nodes: readonly TypeNode[], wanted: ReadonlySet<string>): ReadonlySet<string> {
  const below = new Map(nodes.map((node) => [node.name.value, namesIn([node])]));
  const members = Map.groupBy(
    nodes.flatMap((node) =>
      'interfaces' in node ? (node.interfaces ?? []).map((of) => ({ of: of.name.value, name: node.name.value })) : [],
    ),
    ({ of }) => of,
  );
  const found = new Set<string>();
  const due: string[] = [rootNames.query, rootNames.mutation, ...wanted];
  for (let name = due.pop(); name !== undefined; name = due.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    due.push(...(below.get(name) ?? []), ...(members.get(name) ?? []).map((member) => member.name));
  }
  return found;
}

function locationOf(source: Source, { line = 1, column = 1 }: Place): Location {
  const lines = source.body.split('\n').slice(0, line - 1);
  const start = lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  const token = new Token(TokenKind.NAME, start, start, line, column);
  return new Location(token, token, source);
}

function locate<Node extends TypeNode>(node: Node, loc: Location): Node {
  return visit(node, { enter: (each) => ({ ...each, loc }) });
}
