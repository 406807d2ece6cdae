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

/**
 * The part of an extension's SDL that lies in the closure, one text for each definition. None, when others give all of
 * it: what it overrides of them, and what it shares with one of `before`.
 */
export function sliceSdl(
  { sdl }: Pick<ExtensionManifest, 'sdl'>,
  closure: Closure,
  before: readonly ExtensionManifest[],
): string[] {
  const definitions = sdl.flatMap(({ document }) => document.definitions);
  const kept = definitions.flatMap((definition) => sliceDefinition(definition, closure));
  if (kept.every((node) => 'interfaces' in node)) {
    const fieldsIn = (sdl: ExtensionManifest['sdl']): readonly SlicedField[] =>
      sdl.flatMap(({ document }) => document.definitions.flatMap((definition) => fieldsOf(definition, closure)));
    const shared = fieldsIn(sdl).filter(({ field }) => directivesOf(field, 'override').length === 0);
    // Most neighbours have nothing in the closure, or nothing that others could give.
    const given = new Set(
      shared.length === 0 ? [] : before.flatMap((other) => fieldsIn(other.sdl)).map(({ coordinate }) => coordinate),
    );
    if (shared.every(({ coordinate }) => given.has(coordinate))) return [];
  }
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
  const own = fieldsOf(node, { fields });
  if (own.length === 0) return [];
  const interfaces = (node.interfaces ?? []).filter(({ name }) => types.has(name.value));
  return [{ ...bare(node), interfaces, fields: own.map(({ field }) => sliceField(field)) }];
}

interface SlicedField {
  readonly coordinate: string;
  readonly field: FieldDefinitionNode;
}

function fieldsOf(node: DefinitionNode, { fields }: Pick<Closure, 'fields'>): readonly SlicedField[] {
  if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) return [];
  if (!('interfaces' in node)) return [];
  return (node.fields ?? [])
    .map((field) => ({ coordinate: `${node.name.value}.${field.name.value}`, field }))
    .filter(({ coordinate }) => fields.has(coordinate))
    .filter(({ field }) => !foreign.some((name) => directivesOf(field, name).length > 0));
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
