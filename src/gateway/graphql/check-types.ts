import { type DirectiveDefinitionNode, print, type TypeNode, visit } from 'graphql';
import { didYouMean } from '../../base/did-you-mean.ts';
import { errorFinding, type Finding } from '../../base/startup-error.ts';
import { hasDirective } from '../../subschema/federation.ts';
import { type CollectedTypes, placeOf, rootTypes, type TypePart } from './collect-types.ts';
import { namedTypeOf } from './named-type.ts';
import { definitionOf, type TypeShape } from './type-shape.ts';

const builtInScalars: ReadonlySet<string> = new Set(['Int', 'Float', 'String', 'Boolean', 'ID']);

/** Names that SDL refers to or extends and nobody defines. */
export function unknownTypeNames({ types, directives }: CollectedTypes): ReadonlySet<string> {
  const known = knownNames(types);
  const inTypes = [...types.values()].flat().flatMap(({ shape }) => referencesOf(shape));
  const names = [...inTypes, ...[...directives.values()].flatMap(directiveReferences)].map(({ node }) =>
    namedTypeOf(node),
  );
  return new Set(names.filter((name) => !known.has(name) && !types.has(name)));
}

function knownNames(types: CollectedTypes['types']): ReadonlySet<string> {
  const defined = [...types].filter(([, parts]) => isDefined(parts)).map(([name]) => name);
  return new Set([...builtInScalars, ...defined]);
}

/** Who defines each type: one extension, or several that agree; and does everything that is named exist? */
export function checkTypes({ types, directives }: CollectedTypes): readonly Finding[] {
  const names = knownNames(types);
  const findings = [...types.values()].flatMap((parts) => [
    ...checkDefinitions(parts, names),
    ...unknownTypes(
      parts.flatMap((part) => referencesOf(part.shape)),
      names,
    ),
  ]);
  return [...findings, ...unknownTypes([...directives.values()].flatMap(directiveReferences), names)];
}

function isDefined(parts: readonly TypePart[]): boolean {
  return parts.some((part) => part.defines || rootTypes.has(part.shape.name.value));
}

function checkDefinitions(parts: readonly TypePart[], names: ReadonlySet<string>): readonly Finding[] {
  const name = parts[0]?.shape.name.value ?? '';
  const kinds = kindFindings(parts);
  if (kinds.length > 0 || rootTypes.has(name)) return kinds;
  const [owner, ...others] = parts.filter((part) => part.defines);
  if (owner === undefined) return parts.map((part) => extendsUnknown(part, names));
  return [...others.flatMap((other) => definedTwice(owner, other)), ...foreignExtensions(parts)];
}

function extendsUnknown({ shape, nodes }: TypePart, names: ReadonlySet<string>): Finding {
  return errorFinding('TYPE_EXTENDED_UNKNOWN', {
    where: placeOf(nodes[0]?.name ?? shape.name),
    what: `extends "${shape.name.value}", but no enabled extension defines that type`,
    fix: didYouMean(
      shape.name.value,
      [...names].filter((name) => !builtInScalars.has(name)),
    ),
  });
}

/** All parts of a type must be of one kind: the definition's, or the first one's. */
function kindFindings(parts: readonly TypePart[]): readonly Finding[] {
  const first = parts.find((part) => part.defines) ?? parts[0];
  if (first === undefined) return [];
  return parts
    .filter((part) => part.shape.kind !== first.shape.kind)
    .map((part) =>
      errorFinding(part.defines ? 'TYPE_OWNED_TWICE' : 'SCHEMA_INVALID', {
        where: placeOf(part.shape.name),
        what: `"${part.shape.name.value}" is ${article(part.shape.kind)} type here, but ${ownerName(first)} makes it ${article(first.shape.kind)} type`,
        fix: 'Give one of the two another name.',
        related: [placeOf(first.shape.name)],
      }),
    );
}

function definedTwice(owner: TypePart, other: TypePart): readonly Finding[] {
  const { kind, name } = other.shape;
  const related = [placeOf(owner.shape.name)];
  if (kind === 'object') {
    if (hasDirective(owner.shape, 'key') && hasDirective(other.shape, 'key')) return [];
    if (isShareable(owner.shape) && isShareable(other.shape)) return sharedFieldFindings(owner, other);
  } else if (sameDefinition(owner.shape, other.shape)) {
    return [];
  } else if (kind === 'enum' || kind === 'input' || kind === 'scalar') {
    return [
      errorFinding('TYPE_DIFFERS', {
        where: placeOf(name),
        what: `defines ${kind} "${name.value}" otherwise than ${ownerName(owner)} does`,
        fix: 'Write the same definition in both, or define it in one of them only.',
        related,
      }),
    ];
  }
  const fix =
    kind === 'object'
      ? `Write "extend type ${name.value}" to add fields to the type of ${ownerName(owner)}, or @shareable on both when both resolve all of it.`
      : `Remove the definition here; ${ownerName(owner)}'s can be referred to without one.`;
  const what = `defines "${name.value}", which is already ${ownerName(owner)}'s type`;
  return [errorFinding('TYPE_OWNED_TWICE', { where: placeOf(name), what, fix, related })];
}

/** Whether a second extension may say what it says of a type, whatever its fields are. */
export function mayBothDefine(first: TypePart, other: TypePart): boolean {
  if (!first.defines || !other.defines || rootTypes.has(first.shape.name.value)) return true;
  const both = (test: (shape: TypeShape) => boolean): boolean => test(first.shape) && test(other.shape);
  return both((shape) => hasDirective(shape, 'key')) || both(isShareable);
}

function isShareable(shape: TypeShape): boolean {
  return hasDirective(shape, 'shareable') || shape.fields.every((field) => hasDirective(field, 'shareable'));
}

/** Without a key nobody can fetch the rest of such an object elsewhere: both must give all its fields. */
function sharedFieldFindings(owner: TypePart, other: TypePart): readonly Finding[] {
  const missing = (from: TypePart, to: TypePart): readonly Finding[] =>
    from.shape.fields
      .filter((field) => !to.shape.fields.some(({ name }) => name.value === field.name.value))
      .map((field) =>
        errorFinding('TYPE_DIFFERS', {
          where: placeOf(to.shape.name),
          what: `shares "${to.shape.name.value}" without its field "${field.name.value}"`,
          fix: 'A shared type without @key has the same fields in every extension.',
          related: [placeOf(field)],
        }),
      );
  return [...missing(owner, other), ...missing(other, owner)];
}

function sameDefinition(a: TypeShape, b: TypeShape): boolean {
  return normalised(a) === normalised(b);
}

function normalised(shape: TypeShape): string {
  const byName = <Node extends { readonly name: { readonly value: string } }>(nodes: readonly Node[]) =>
    nodes.toSorted((a, b) => a.name.value.localeCompare(b.name.value));
  const sorted = definitionOf({
    ...shape,
    directives: [],
    interfaces: byName(shape.interfaces),
    fields: byName(shape.fields),
    inputFields: byName(shape.inputFields),
    values: byName(shape.values),
    members: byName(shape.members),
  });
  return print(
    visit(sorted, { enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined) }),
  );
}

/** Only its owner can serve more values of an enum or more fields of an input; others would be offered in vain. */
function foreignExtensions(parts: readonly TypePart[]): readonly Finding[] {
  const owner = parts.find((part) => part.defines);
  if (owner === undefined) return [];
  return parts
    .filter(({ defines, shape }) => !defines && ['enum', 'input', 'scalar'].includes(shape.kind))
    .map(({ shape }) =>
      errorFinding('TYPE_OWNED_TWICE', {
        where: placeOf(shape.name),
        what: `extends ${shape.kind} "${shape.name.value}", which ${ownerName(owner)} reads and would not understand`,
        fix: `Define ${article(shape.kind)} of your own, or ask ${ownerName(owner)}'s team.`,
        related: [placeOf(owner.shape.name)],
      }),
    );
}

interface TypeReference {
  readonly node: TypeNode;
  /** Whose type it is, for messages. */
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

function unknownTypes(references: readonly TypeReference[], names: ReadonlySet<string>): readonly Finding[] {
  return references
    .filter(({ node }) => !names.has(namedTypeOf(node)))
    .map(({ node, where }) =>
      errorFinding('TYPE_UNKNOWN', {
        where: placeOf(namedTypeNode(node)),
        what: `${where} has the type "${namedTypeOf(node)}", but no enabled extension defines it`,
        fix: didYouMean(namedTypeOf(node), names),
      }),
    );
}

function namedTypeNode(node: TypeNode): TypeNode {
  return 'type' in node ? namedTypeNode(node.type) : node;
}

/** How messages name whoever defines a type. */
export function ownerName(part: TypePart): string {
  return part.extension ?? 'the gateway';
}

function article(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
