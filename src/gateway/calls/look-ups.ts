import type { IncomingMessage } from 'node:http';
import {
  type DefinitionNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type NameNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
  print,
  Source,
  visit,
} from 'graphql';
import { createHiveCheck } from '#auth';
import { badInput, errorMessage, isExtensionId, isObject } from '#base';
import type { Config } from '#config';
import {
  buildSubschema,
  type Composition,
  directivesOf,
  type EngineOperation,
  type ExecutableSubschema,
  type ExtensionSdl,
  rootTypes,
  withoutHidden,
} from '#engine';
import { type RequestScope, readAhead } from '#http';
import type { GraphqlParams } from '../graphql/documents/graphql-params.ts';
import { createDocumentStore, type DocumentStore } from '../graphql/documents/operation-documents.ts';

const id = 'stoa-look-ups';
const names: Readonly<Record<string, string>> = { _entities: 'stoaEntities', _Any: 'StoaKey', _Entity: 'StoaEntity' };
const own = new Set([`Query.${names._entities}`, names._Any, names._Entity]);

/**
 * An extension of the gateway's own. It lets another engine find objects by their keys, where several extensions fill
 * a list of them: the engine cannot join the list. Its field is internal, so that no client has it. Undefined without
 * such lists.
 */
export function lookUpSdl(manifests: readonly ExtensionSdl[]): ExtensionSdl | undefined {
  const nodes = manifests
    .flatMap(({ sdl }) => sdl.flatMap(({ document }) => document.definitions))
    .filter(isObjectNode);
  const holders = nodes.flatMap(({ name, fields = [] }) => {
    const isOpen = fields.some((field) => directivesOf(field, 'gather').length > 0);
    return isOpen && !rootTypes.has(name.value) ? [name.value] : [];
  });
  const types = [...new Set(holders)].flatMap((type) => {
    const keys = nodes.filter(({ name }) => name.value === type).flatMap((node) => directivesOf(node, 'key'));
    const fields = keys[0]?.arguments?.find(({ name }) => name.value === 'fields');
    return fields === undefined ? [] : [{ type, key: `@key(${print(fields)}, resolvable: false)` }];
  });
  if (types.length === 0 || !isExtensionId(id)) return undefined;
  const text = `
    scalar ${names._Any}
    union ${names._Entity} = ${types.map(({ type }) => type).join(' | ')}
    extend type Query { ${names._entities}(representations: [${names._Any}!]!): [${names._Entity}]! @internal }
    ${types.map(({ type, key }) => `extend type ${type} ${key}`).join('\n')}`;
  return { id, sdl: [{ file: id, document: parse(new Source(text, id)) }] };
}

/** Its resolvers: a key is the object. */
export function lookUpSubschema(composition: Composition): readonly ExecutableSubschema[] {
  const document = isExtensionId(id) ? composition.subgraphs.get(id)?.document : undefined;
  if (!isExtensionId(id) || document === undefined) return [];
  const value = {
    Query: {
      [names._entities ?? '']: (_root: unknown, { representations }: { representations: unknown }) => representations,
    },
    [names._Entity ?? '']: { __resolveType: (key: unknown) => (isObject(key) ? key.__typename : undefined) },
  };
  const manifest = { id, sdl: [{ file: id, document }] };
  const { subschema } = buildSubschema({ manifest, composition, resolvers: [{ file: id, value }] });
  return subschema === undefined ? [] : [subschema];
}

type Execute = (operation: EngineOperation<RequestScope>) => ExecutionResult | Promise<ExecutionResult>;

/** How another engine is answered that has signed its request. */
interface SignedLookUps {
  readonly config: Config;
  readonly documents: DocumentStore;
  readonly texts: undefined;
  readonly execute: Execute;
  /** The same in the names of this extension. Throws RequestError BAD_USER_INPUT for what is no document. */
  rename(params: GraphqlParams): GraphqlParams;
}

export interface LookUps {
  /** Undefined for a request without a signature: that is one of a client. */
  signed(request: IncomingMessage): Promise<SignedLookUps | undefined>;
}

/** Undefined where gateway.yaml accepts no engine, or no list needs it. */
export function openLookUps(
  config: Config,
  composition: Composition,
  { inner, execute }: { readonly inner: GraphQLSchema; readonly execute: Execute },
): LookUps | undefined {
  const { accept, limits: clients } = config.graphql;
  if (accept === undefined || !isExtensionId(id) || !composition.subgraphs.has(id)) return undefined;
  const isSigned = createHiveCheck([accept.hive.secret, ...(accept.hive.olderSecrets ?? [])]);
  // The engine joins many fetches in one document, and lists of keys have any length.
  const limits = { ...clients, aliases: 1_000, cost: Number.MAX_SAFE_INTEGER };
  const isHidden = (name: string): boolean => composition.internal.has(name) && !own.has(name);
  const signed: SignedLookUps = {
    config: { ...config, graphql: { ...config.graphql, limits } },
    documents: createDocumentStore(withoutHidden(inner, isHidden), { limits, introspection: false }),
    texts: undefined,
    execute,
    rename: (params) => (params.query === undefined ? params : { ...params, query: renamedText(params.query) }),
  };
  return {
    signed: async (request) => (isSigned(await readAhead(request, config.server.limits.body)) ? signed : undefined),
  };
}

function renamedText(text: string): string {
  if (!text.includes('_entities')) return text;
  const renamed = ({ value }: NameNode) => ({ kind: Kind.NAME, value: names[value] ?? value }) as const;
  try {
    const document = visit(parse(text), {
      NamedType: (node) => ({ ...node, name: renamed(node.name) }),
      Field: (node) => ({ ...node, alias: node.alias ?? node.name, name: renamed(node.name) }),
    });
    return print(document);
  } catch (error) {
    throw badInput(errorMessage(error));
  }
}

function isObjectNode(node: DefinitionNode): node is ObjectTypeDefinitionNode | ObjectTypeExtensionNode {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
}
