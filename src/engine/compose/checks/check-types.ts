import type { DirectiveDefinitionNode, TypeNode } from 'graphql';
import { didYouMean, type ExtensionId, errorFinding, type Finding, type Place } from '#base';
import { namedTypeOf } from '../../subschema/written-fields.ts';
import { type CollectedTypes, placeOf, rootTypes, type TypePart, typeOwnerLabel } from '../sdl/collect-types.ts';
import type { TypeShape } from '../sdl/type-shape.ts';
import { SharedDefinitions } from './check-definitions.ts';

const builtInScalars: ReadonlySet<string> = new Set(['Int', 'Float', 'String', 'Boolean', 'ID']);

/** Names that SDL refers to or extends, and that no SDL defines. */
export function unknownTypeNames({ types, directives }: CollectedTypes): ReadonlySet<string> {
  const known = knownNames(types);
  const inTypes = [...types.values()].flat().flatMap(({ shape }) => referencesOf(shape));
  const names = [...inTypes, ...[...directives.values()].flatMap(directiveReferences)].map(({ node }) =>
    namedTypeOf(node),
  );
  return new Set(names.filter((name) => !known.has(name) && !types.has(name)));
}

function knownNames(types: CollectedTypes['types']): ReadonlySet<string> {
  const defined = [...types]
    .filter(([, parts]) => parts.some((part) => part.defines || rootTypes.has(part.shape.name.value)))
    .map(([name]) => name);
  return new Set([...builtInScalars, ...defined]);
}

/** An extension that defines a type, enabled or not. */
export interface TypeOwner {
  readonly id: ExtensionId;
  readonly declaredAt: Place;
}

type Disabled = ReadonlyMap<string, TypeOwner>;

/** Each type has one definition, or several that agree. Every name that SDL refers to is defined. */
export function checkTypes(collected: CollectedTypes, disabled: Disabled): readonly Finding[] {
  const { types, directives } = collected;
  const names = knownNames(types);
  const shared = new SharedDefinitions(collected);
  const findings = [...types.values()].flatMap((parts) => [
    ...checkDefinitions(parts, { names, disabled }, shared),
    ...unknownTypes(
      parts.flatMap((part) => referencesOf(part.shape)),
      { names, disabled },
    ),
  ]);
  return [...findings, ...unknownTypes([...directives.values()].flatMap(directiveReferences), { names, disabled })];
}

function checkDefinitions(
  parts: readonly TypePart[],
  known: KnownTypes,
  shared: SharedDefinitions,
): readonly Finding[] {
  const name = parts[0]?.shape.name.value ?? '';
  const kinds = kindFindings(parts);
  if (kinds.length > 0 || rootTypes.has(name)) return kinds;
  const [owner, ...others] = parts.filter((part) => part.defines && !part.isInterfaceObject);
  if (owner === undefined)
    return parts.map((part) => (part.isInterfaceObject ? standsForNone(part) : extendsUnknown(part, known)));
  return [...others.flatMap((other) => shared.check(owner, other)), ...foreignExtensions(parts)];
}

interface KnownTypes {
  readonly names: ReadonlySet<string>;
  readonly disabled: Disabled;
}

function extendsUnknown({ shape, nodes }: TypePart, { names, disabled }: KnownTypes): Finding {
  const owner = disabled.get(shape.name.value);
  const where = placeOf(nodes[0]?.name ?? shape.name);
  if (owner !== undefined)
    return errorFinding('TYPE_EXTENDED_UNKNOWN', { where, ...disabledOwner(`extends "${shape.name.value}"`, owner) });
  return errorFinding('TYPE_EXTENDED_UNKNOWN', {
    where,
    what: `extends "${shape.name.value}", but no enabled extension defines that type`,
    fix: didYouMean(
      shape.name.value,
      [...names].filter((name) => !builtInScalars.has(name)),
    ),
  });
}

function disabledOwner(what: string, { id, declaredAt }: TypeOwner): Pick<Finding, 'what' | 'fix' | 'related'> {
  return {
    what: `${what}, which the extension "${id}" owns, but "${id}" is not enabled`,
    fix: `Enable "${id}" in gateway.yaml.`,
    related: [declaredAt],
  };
}

function standsForNone({ shape }: TypePart): Finding {
  return errorFinding('TYPE_EXTENDED_UNKNOWN', {
    where: placeOf(shape.name),
    what: `says with @interfaceObject that "${shape.name.value}" is an interface, but no enabled extension defines one`,
    fix: 'Enable the extension that has the interface, or leave @interfaceObject out.',
  });
}

/** All parts of a type must be of the kind of its definition, or else of the first part. */
function kindFindings(parts: readonly TypePart[]): readonly Finding[] {
  const first = parts.find((part) => part.defines && !part.isInterfaceObject) ?? parts[0];
  if (first === undefined) return [];
  return parts
    .filter(({ shape, isInterfaceObject }) =>
      isInterfaceObject && first.shape.kind === 'interface' ? false : shape.kind !== first.shape.kind,
    )
    .map((part) =>
      errorFinding(part.defines ? 'TYPE_OWNED_TWICE' : 'SCHEMA_INVALID', {
        where: placeOf(part.shape.name),
        what: `"${part.shape.name.value}" is ${article(part.shape.kind)} type here, but ${typeOwnerLabel(first)} makes it ${article(first.shape.kind)} type`,
        fix: 'Give one of the two another name.',
        related: [placeOf(first.shape.name)],
      }),
    );
}

/** Only the owner can handle more values of an enum, or more fields of an input. */
function foreignExtensions(parts: readonly TypePart[]): readonly Finding[] {
  const owner = parts.find((part) => part.defines);
  if (owner === undefined) return [];
  return parts
    .filter(({ defines, shape }) => !defines && ['enum', 'input', 'scalar'].includes(shape.kind))
    .map(({ shape }) =>
      errorFinding('TYPE_OWNED_TWICE', {
        where: placeOf(shape.name),
        what: `extends ${shape.kind} "${shape.name.value}", which ${typeOwnerLabel(owner)} reads and would not understand`,
        fix: `Define ${article(shape.kind)} of your own, or ask ${typeOwnerLabel(owner)}'s team.`,
        related: [placeOf(owner.shape.name)],
      }),
    );
}

interface TypeReference {
  readonly node: TypeNode;
  /** The place of the reference, for messages. */
  readonly where: string;
}

function referencesOf(shape: TypeShape): readonly TypeReference[] {
  return [
    ...shape.fields.flatMap((field) => [
      { node: field.type, where: `field "${shape.name.value}.${field.name.value}"` },
      ...(field.arguments ?? []).map((argument) => ({
        node: argument.type,
        where: `argument "${argument.name.value}" of "${shape.name.value}.${field.name.value}"`,
      })),
    ]),
    ...shape.inputFields.map((field) => ({
      node: field.type,
      where: `field "${shape.name.value}.${field.name.value}"`,
    })),
    ...shape.interfaces.map((node) => ({ node, where: `"implements" of "${shape.name.value}"` })),
    ...shape.members.map((node) => ({ node, where: `union "${shape.name.value}"` })),
  ];
}

function directiveReferences(directive: DirectiveDefinitionNode): readonly TypeReference[] {
  return (directive.arguments ?? []).map((argument) => ({
    node: argument.type,
    where: `argument "${argument.name.value}" of "@${directive.name.value}"`,
  }));
}

function unknownTypes(references: readonly TypeReference[], { names, disabled }: KnownTypes): readonly Finding[] {
  return references
    .filter(({ node }) => !names.has(namedTypeOf(node)))
    .map(({ node, where }) => {
      const owner = disabled.get(namedTypeOf(node));
      const what = `${where} has the type "${namedTypeOf(node)}"`;
      return errorFinding('TYPE_UNKNOWN', {
        where: placeOf(namedTypeNode(node)),
        ...(owner === undefined
          ? { what: `${what}, but no enabled extension defines it`, fix: didYouMean(namedTypeOf(node), names) }
          : disabledOwner(what, owner)),
      });
    });
}

function namedTypeNode(node: TypeNode): TypeNode {
  return 'type' in node ? namedTypeNode(node.type) : node;
}

function article(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
