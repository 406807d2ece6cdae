import { type FieldDefinitionNode, type InputValueDefinitionNode, Kind, print } from 'graphql';
import { didYouMean, type ExtensionId, errorFinding, type Finding } from '#base';
import { argumentOf, directivesOf, hasDirective, stringArgument } from '../../subschema/federation.ts';
import { type CollectedTypes, placeOf, type TypePart, typeOwnerLabel } from '../sdl/collect-types.ts';
import { KeyFields } from '../sdl/field-sets.ts';
import { type IsSubtype, isExternal, joinInput, joinOutput, subtypesOf } from '../sdl/merge-types.ts';
import { SharedDefinitions } from './check-definitions.ts';

interface FieldPart {
  readonly part: TypePart;
  readonly field: FieldDefinitionNode;
  readonly external: boolean;
  /** The field is part of a key of this extension, so other extensions may have it too. */
  readonly key: boolean;
  readonly shareable: boolean;
  /** The field adds to one of another extension. `checkContributions` checks it. */
  readonly contributes: boolean;
  readonly overrides: string | undefined;
}

/** One extension resolves each field of an object type, unless the extensions declare otherwise. */
export function checkFields(collected: CollectedTypes): readonly Finding[] {
  const { types } = collected;
  const extensions = new Set([...types.values()].flat().flatMap(({ extension }) => extension ?? []));
  const keyFields = new KeyFields(collected);
  const isSubtype = subtypesOf(collected);
  const shared = new SharedDefinitions(collected);
  return [...types.values()].flatMap((parts) => {
    const objects = parts.filter(({ shape }) => shape.kind === 'object' || shape.kind === 'interface');
    const written = objects.flatMap((part) => fieldParts(part, keyFields));
    const fields = Map.groupBy(written, ({ field }) => field.name.value);
    return [...fields.values()].flatMap((group) => [
      ...checkOwner(group, shared),
      ...checkAgreement(group, isSubtype),
      ...group.flatMap((one) => checkOverride(one, group, extensions)),
    ]);
  });
}

function fieldParts(part: TypePart, keyFields: KeyFields): readonly FieldPart[] {
  const { extension, shape } = part;
  return shape.fields.map((field) => ({
    part,
    field,
    external: isExternal(part, field),
    key: keyFields.has(extension, shape.name.value, field.name.value),
    shareable: hasDirective(field, 'shareable') || hasDirective(shape, 'shareable'),
    contributes: hasDirective(field, 'contribute'),
    overrides: directivesOf(field, 'override').map((override) => stringArgument(override, 'from'))[0],
  }));
}

function checkOwner(group: readonly FieldPart[], shared: SharedDefinitions): readonly Finding[] {
  if (group.some(({ part }) => part.shape.kind === 'interface')) return [];
  const overridden = new Set(group.flatMap(({ overrides }) => overrides ?? []));
  const owners = group.filter(
    ({ external, key, part, contributes }) =>
      !external && !key && !contributes && !overridden.has(part.extension ?? ''),
  );
  const [first, ...others] = owners;
  // Key fields that an extension of the type calls @external still count as given.
  const given = group.some(({ external, key, part }) => !external || (key && !part.defines));
  if (first === undefined) return given ? [] : group.map(externalUnknown);
  return (
    others
      .filter((other) => other.part.extension !== first.part.extension && !(first.shareable && other.shareable))
      // Other findings report these: a type defined twice, or a wrong @override.
      .filter((other) => other.overrides === undefined && shared.mayBothDefine(first.part, other.part))
      .map((other) => (gathers(other) && !gathers(first) ? ownedTwice(other, first) : ownedTwice(first, other)))
  );
}

const gathers = ({ field }: FieldPart): boolean => hasDirective(field, 'gather');

function ownedTwice(first: FieldPart, other: FieldPart): Finding {
  const name = fieldName(other);
  return errorFinding('FIELD_OWNED_TWICE', {
    where: placeOf(other.field.name),
    what: `defines the field "${name}", which ${typeOwnerLabel(first.part)} defines too`,
    fix: gathers(first)
      ? 'Write @contribute on it here, to add to the list of the other.'
      : first.part.extension === undefined
        ? 'Give the field another name.'
        : `Keep it in one of the two; or write @shareable on both when both resolve it alike, or @override(from: "${first.part.extension}") here to take it over.`,
    related: [placeOf(first.field.name)],
  });
}

function externalUnknown(one: FieldPart): Finding {
  return errorFinding('EXTERNAL_UNKNOWN', {
    where: placeOf(one.field.name),
    what: `marks "${fieldName(one)}" as @external, but no enabled extension resolves that field`,
    fix: 'Enable the extension that has it, or remove @external.',
  });
}

/** Definitions of one field may differ in type only if one of the types is valid for both. */
function checkAgreement(group: readonly FieldPart[], isSubtype: IsSubtype): readonly Finding[] {
  const owner = group.find(({ external, contributes }) => !external && !contributes) ?? group[0];
  if (owner === undefined) return [];
  return group
    .filter((other) => other.part.extension !== owner.part.extension && !other.contributes)
    .filter((other) => !agree(owner, other, isSubtype))
    .map((other) =>
      errorFinding('TYPE_DIFFERS', {
        where: placeOf(other.field.type),
        what: `writes "${fieldName(other)}" as ${signature(other)}, but in ${typeOwnerLabel(owner.part)} it is ${signature(owner)}`,
        fix: `Write ${signature(owner)} here too.`,
        related: [placeOf(owner.field.type)],
      }),
    );
}

function agree(owner: FieldPart, other: FieldPart, isSubtype: IsSubtype): boolean {
  if (joinOutput(owner.field.type, other.field.type, isSubtype) === undefined) return false;
  if (owner.external || other.external) return true;
  const [own = [], others = []] = [owner.field.arguments, other.field.arguments];
  return [...own, ...others].every(({ name: { value } }) => {
    const [a, b] = [own, others].map((list) => list.find(({ name }) => name.value === value));
    // Clients cannot give an argument that one of the two does not know.
    if (a === undefined || b === undefined) return !isRequired(a ?? b);
    return joinInput(a.type, b.type) !== undefined && defaultOf(a) === defaultOf(b);
  });
}

function isRequired(node: InputValueDefinitionNode | undefined): boolean {
  return node?.type.kind === Kind.NON_NULL_TYPE && node.defaultValue === undefined;
}

function defaultOf({ defaultValue }: InputValueDefinitionNode): string | undefined {
  return defaultValue && print(defaultValue);
}

function signature({ field, external }: FieldPart): string {
  const args = external ? [] : (field.arguments ?? []);
  const written = args
    .toSorted((a, b) => a.name.value.localeCompare(b.name.value))
    .map((argument) => {
      const fallback = argument.defaultValue === undefined ? '' : ` = ${print(argument.defaultValue)}`;
      return `${argument.name.value}: ${print(argument.type)}${fallback}`;
    });
  return written.length === 0 ? print(field.type) : `(${written.join(', ')}): ${print(field.type)}`;
}

function checkOverride(
  one: FieldPart,
  group: readonly FieldPart[],
  extensions: ReadonlySet<ExtensionId>,
): readonly Finding[] {
  const [directive] = directivesOf(one.field, 'override');
  if (one.overrides === undefined || directive === undefined) return [];
  const from = one.overrides;
  if (argumentOf(directive, 'label') !== undefined)
    return [
      errorFinding('OVERRIDE_INVALID', {
        where: placeOf(directive),
        what: `overrides "${fieldName(one)}" by the label of a progressive override, which this gateway does not follow`,
        fix: 'Leave the label out: the field then moves as a whole.',
      }),
    ];
  const others = group.filter(({ part }) => part.extension !== one.part.extension);
  const owners = others.filter(({ external }) => !external);
  const place = { where: placeOf(directive), related: owners.map(({ field }) => placeOf(field.name)) };
  if (others.some(({ part }) => part.extension === from)) {
    if (!isCircular(one, group)) return [];
    const what = `overrides "${fieldName(one)}" from "${from}", which takes it from here in turn: no extension has it`;
    return [errorFinding('OVERRIDE_INVALID', { ...place, what, fix: 'Remove @override in one of them.' })];
  }
  if (from === one.part.extension) {
    const what = `overrides "${fieldName(one)}" from its own extension`;
    return [errorFinding('OVERRIDE_INVALID', { ...place, what, fix: 'Name the extension that has the field so far.' })];
  }
  const what = `overrides "${fieldName(one)}" from "${from}", which does not define that field`;
  const names = owners.length > 0 ? owners.flatMap(({ part }) => part.extension ?? []) : [...extensions];
  const finding = errorFinding('OVERRIDE_INVALID', { ...place, what, fix: didYouMean(from, names) });
  // The extension may be gone for good. But if another one resolves the field, the name is probably misspelt.
  const isHarmless = owners.every(({ shareable }) => shareable && one.shareable);
  return [{ ...finding, ...(isHarmless && { severity: 'warning' }) }];
}

/** Whether the extensions from which a field is taken lead back to the one that takes it. */
function isCircular({ part, overrides }: FieldPart, group: readonly FieldPart[]): boolean {
  const passed = new Set<string>();
  for (let from = overrides; from !== undefined && !passed.has(from); ) {
    passed.add(from);
    const before: string = from;
    from = group.find((other) => other.part.extension === before)?.overrides;
  }
  return part.extension !== undefined && passed.has(part.extension);
}

export function fieldName({ part, field }: Pick<FieldPart, 'part' | 'field'>): string {
  return `${part.shape.name.value}.${field.name.value}`;
}
