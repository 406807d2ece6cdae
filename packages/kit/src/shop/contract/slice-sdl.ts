import {
  type DefinitionNode,
  type FieldDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  print,
} from 'graphql';
import { directivesOf, type ExtensionManifest } from 'stoa/tooling';
import type { Closure } from './closure.ts';

/** The part of an extension's SDL that lies in the closure, one text for each definition. */
export function sliceSdl({ sdl }: Pick<ExtensionManifest, 'sdl'>, closure: Closure): string[] {
  const definitions = sdl.flatMap(({ document }) => document.definitions);
  const kept = definitions.flatMap((definition) => sliceDefinition(definition, closure));
  const used = kept.map((node) => print(node)).join('\n');
  const directives = definitions.filter(
    (node) => node.kind === Kind.DIRECTIVE_DEFINITION && used.includes(`@${node.name.value}`),
  );
  return [...directives, ...kept].map((node) => print(node));
}

function sliceDefinition(node: DefinitionNode, { types, fields }: Closure): readonly DefinitionNode[] {
  if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) return [];
  const type = node.name.value;
  if (!types.has(type)) return [];
  if ('types' in node) {
    const members = (node.types ?? []).filter(({ name }) => types.has(name.value));
    return members.length === 0 ? [] : [{ ...bare(node), types: members }];
  }
  if (!('interfaces' in node)) return [bare(node)];
  const own = (node.fields ?? []).filter(
    (field) =>
      fields.has(`${type}.${field.name.value}`) && !foreign.some((name) => directivesOf(field, name).length > 0),
  );
  if (own.length === 0) return [];
  const interfaces = (node.interfaces ?? []).filter(({ name }) => types.has(name.value));
  return [{ ...bare(node), interfaces, fields: own.map(sliceField) }];
}

/** Fields that another extension gives, or to which others add. */
const foreign = ['external', 'contribute'] as const;

// What a field needs of other extensions is its own affair.
const inner: ReadonlySet<string> = new Set(['requires', 'provides', 'override']);

function sliceField(field: FieldDefinitionNode): FieldDefinitionNode {
  return { ...bare(field), directives: (field.directives ?? []).filter(({ name }) => !inner.has(name.value)) };
}

function bare<Node extends object>(node: Node): Node {
  return 'description' in node ? { ...node, description: undefined } : node;
}
