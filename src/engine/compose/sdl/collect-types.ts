import {
  type ASTNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  getLocation,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql';
import { type ExtensionId, errorFinding, type Finding, type Place } from '#base';
import type { ExtensionSdl } from '../../subschema/composition.ts';
import { directivesOf, federationNames, fieldSetOf, hasDirective } from '../../subschema/federation.ts';
import { joinShapes, shapeOf, type TypeShape } from './type-shape.ts';

/** One extension's definition or extension of one type. */
export interface TypePart {
  /** Undefined for types that belong to no extension. */
  readonly extension: ExtensionId | undefined;
  readonly shape: TypeShape;
  /** False for `extend type` and `@extends`. */
  readonly defines: boolean;
  /** `@interfaceObject`: its objects stand for all objects of an interface. */
  readonly isInterfaceObject: boolean;
  readonly nodes: readonly (TypeDefinitionNode | TypeExtensionNode)[];
}

export interface CollectedTypes {
  /** By type name. In each list types of no extension come first, then extensions in gateway.yaml's order. */
  readonly types: ReadonlyMap<string, readonly TypePart[]>;
  readonly directives: ReadonlyMap<string, DirectiveDefinitionNode>;
  readonly findings: readonly Finding[];
}

export const rootTypes: ReadonlySet<string> = new Set(['Query', 'Mutation']);

/** File, line and column of a node of SDL. Its source must be a file. */
export function placeOf(node: ASTNode): Place {
  if (node.loc === undefined) return { file: 'SDL without locations' };
  return { file: node.loc.source.name, ...getLocation(node.loc.source, node.loc.start) };
}

export function collectTypes(manifests: readonly ExtensionSdl[], own: DocumentNode): CollectedTypes {
  const parts: TypePart[] = [];
  const directives = new Map<string, DirectiveDefinitionNode>();
  const findings: Finding[] = [];

  const sources = manifests.map(({ id, sdl }) => ({ extension: id, documents: sdl.map(({ document }) => document) }));
  for (const { extension, documents } of [{ extension: undefined, documents: [own] }, ...sources]) {
    const nodes = new Map<string, (TypeDefinitionNode | TypeExtensionNode)[]>();
    for (const definition of documents.flatMap((document) => document.definitions)) {
      if (isTypeDefinitionNode(definition) || isTypeExtensionNode(definition)) {
        const name = definition.name.value;
        if (federationNames.has(name)) continue;
        if (name === 'Subscription') findings.push(subscriptionFinding(definition));
        else nodes.set(name, [...(nodes.get(name) ?? []), definition]);
      } else if (definition.kind === Kind.DIRECTIVE_DEFINITION) {
        const known = directives.get(definition.name.value);
        if (!federationNames.has(definition.name.value))
          directives.set(definition.name.value, known === undefined ? definition : withDefaults(known, definition));
      } else if (definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION) {
        findings.push(...(definition.operationTypes ?? []).flatMap(rootTypeFindings));
      } else {
        findings.push(operationFinding(definition));
      }
    }
    for (const group of nodes.values()) parts.push(...partsOf(extension, group));
  }
  return { types: Map.groupBy(parts, (part) => part.shape.name.value), directives, findings };
}

/** An argument with a default in one definition is optional in the merged one. */
function withDefaults(known: DirectiveDefinitionNode, other: DirectiveDefinitionNode): DirectiveDefinitionNode {
  const defaults = new Map((other.arguments ?? []).map(({ name, defaultValue }) => [name.value, defaultValue]));
  const args = (known.arguments ?? []).map((argument) => {
    const defaultValue = argument.defaultValue ?? defaults.get(argument.name.value);
    return defaultValue === undefined ? argument : { ...argument, defaultValue };
  });
  return { ...known, arguments: args };
}

/** One part for each kind that the extension gives the type. `checkTypes` reports several kinds. */
function partsOf(
  extension: ExtensionId | undefined,
  nodes: readonly (TypeDefinitionNode | TypeExtensionNode)[],
): readonly TypePart[] {
  return [...Map.groupBy(nodes, (node) => shapeOf(node).kind).values()].flatMap((group) => {
    const definitionsFirst = group.toSorted((a, b) => Number(isTypeExtensionNode(a)) - Number(isTypeExtensionNode(b)));
    const [first, ...rest] = definitionsFirst.map(shapeOf);
    if (first === undefined) return [];
    const shape = joinShapes(first, rest);
    const defines = group.some(isTypeDefinitionNode) && !hasDirective(shape, 'extends');
    const isInterfaceObject = shape.kind === 'object' && hasDirective(shape, 'interfaceObject');
    return [{ extension, shape, defines, isInterfaceObject, nodes: definitionsFirst }];
  });
}

function subscriptionFinding(node: ASTNode): Finding {
  return errorFinding('SCHEMA_INVALID', {
    where: placeOf(node),
    what: 'subscriptions are not supported yet',
    fix: 'Remove the type Subscription.',
  });
}

function rootTypeFindings(node: { readonly operation: string; readonly type: ASTNode }): readonly Finding[] {
  const type = node.type.kind === Kind.NAMED_TYPE ? node.type.name.value : undefined;
  if (type !== undefined && rootTypes.has(type) && type.toLowerCase() === node.operation) return [];
  return [
    errorFinding('SCHEMA_INVALID', {
      where: placeOf(node.type),
      what: `the root type of "${node.operation}" cannot have another name`,
      fix: 'The root types are called Query and Mutation in every extension; leave out `schema { ... }`.',
    }),
  ];
}

function operationFinding(node: ASTNode): Finding {
  return errorFinding('SCHEMA_INVALID', {
    where: placeOf(node),
    what: 'an operation or fragment stands among the type definitions',
    fix: 'Keep only types, extensions of types and directives in graphql/.',
  });
}

/** A type's owner in the words of messages. */
export function typeOwnerLabel(part: TypePart): string {
  return part.extension ?? 'the gateway';
}

/**
 * The owner of a type. Several extensions may define it by Federation 2. Then it is the one whose key fields are not
 * @external, or else the one with the most fields.
 */
export function ownerOf(parts: readonly TypePart[]): ExtensionId | undefined {
  return ownersOf(parts)[0]?.extension;
}

/** The possible owners, the likeliest first. */
export function ownersOf(parts: readonly TypePart[]): readonly TypePart[] {
  if (rootTypes.has(parts[0]?.shape.name.value ?? '')) return [];
  const all = parts.filter((part) => part.defines && !part.isInterfaceObject);
  const keyed = all.filter(({ shape }) => hasDirective(shape, 'key'));
  const definers = keyed.length > 0 ? keyed : all;
  const candidates = definers.filter((part) => !hasExternalKey(part.shape));
  return (candidates.length > 0 ? candidates : definers).toSorted(
    (a, b) => b.shape.fields.length - a.shape.fields.length,
  );
}

function hasExternalKey(shape: TypeShape): boolean {
  const [key] = directivesOf(shape, 'key');
  const selection = key === undefined ? undefined : fieldSetOf(key);
  const names = selection?.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : [])) ?? [];
  return shape.fields.some((field) => names.includes(field.name.value) && hasDirective(field, 'external'));
}
