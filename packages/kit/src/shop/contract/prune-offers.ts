import {
  type DefinitionNode,
  type FieldDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  parse,
  print,
  specifiedScalarTypes,
} from 'graphql';
import { namedTypeOf } from 'stoa/tooling';
import type { Offer } from './extension-contract.gen.ts';

type Offers = Readonly<Record<string, Offer>>;

/**
 * The same offers without what refers to types that no SDL here defines: the types of extensions which are not there.
 * `known` are texts of the SDL in the same shop.
 */
export function pruneOffers(offers: Offers, known: readonly string[]): Offers {
  const parsed = Object.entries(offers).map(([id, { sdl }]) => [id, sdl.flatMap(definitionsOf)] as const);
  const others = known.flatMap(definitionsOf);
  let current: readonly (readonly [string, readonly DefinitionNode[]])[] = parsed;
  for (let size = -1; size !== sizeOf(current); ) {
    size = sizeOf(current);
    const types = definedTypes([...others, ...current.flatMap(([, nodes]) => nodes)]);
    current = current.map(([id, nodes]) => [id, nodes.flatMap((node) => pruned(node, types))] as const);
  }
  const texts = new Map(current.map(([id, nodes]) => [id, nodes.map((node) => print(node))]));
  return Object.fromEntries(Object.entries(offers).map(([id, offer]) => [id, { ...offer, sdl: texts.get(id) ?? [] }]));
}

function definitionsOf(text: string): readonly DefinitionNode[] {
  return parse(text, { noLocation: true }).definitions;
}

function sizeOf(current: readonly (readonly [string, readonly DefinitionNode[]])[]): number {
  return JSON.stringify(current.map(([, nodes]) => nodes)).length;
}

const ofEverySchema = [...specifiedScalarTypes.map(({ name }) => name), 'Query', 'Mutation', 'PageInfo', 'URLParams'];

function definedTypes(nodes: readonly DefinitionNode[]): ReadonlySet<string> {
  return new Set([...ofEverySchema, ...nodes.flatMap((node) => (isTypeDefinitionNode(node) ? node.name.value : []))]);
}

function pruned(node: DefinitionNode, types: ReadonlySet<string>): readonly DefinitionNode[] {
  if (isTypeExtensionNode(node) && !types.has(node.name.value)) return [];
  if ('interfaces' in node) {
    const fields = (node.fields ?? []).filter((field) => isKnown(field, types));
    const interfaces = (node.interfaces ?? []).filter(({ name }) => types.has(name.value));
    return fields.length === 0 ? [] : [{ ...node, fields, interfaces }];
  }
  return ['types' in node ? { ...node, types: (node.types ?? []).filter(({ name }) => types.has(name.value)) } : node];
}

function isKnown({ type, arguments: given = [] }: FieldDefinitionNode, types: ReadonlySet<string>): boolean {
  return types.has(namedTypeOf(type)) && given.every((argument) => types.has(namedTypeOf(argument.type)));
}
