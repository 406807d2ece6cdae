import { type FieldDefinitionNode, print } from 'graphql';
import { didYouMean } from '../../base/did-you-mean.ts';
import type { ExtensionId } from '../../base/ids.ts';
import { errorFinding, type Finding } from '../../base/startup-error.ts';
import { directivesOf, fieldSetOf, hasDirective, stringArgument } from '../../subschema/federation.ts';
import { mayBothDefine, ownerName } from './check-types.ts';
import { type CollectedTypes, placeOf, type TypePart } from './collect-types.ts';
import { selectedNames } from './field-sets.ts';

/** One extension's word on one field. */
interface FieldPart {
  readonly part: TypePart;
  readonly field: FieldDefinitionNode;
  readonly external: boolean;
  /** The field is (in) a key of this extension, so that it may stand in other extensions too. */
  readonly key: boolean;
  readonly shareable: boolean;
  readonly overrides: string | undefined;
}

/** Every field of every object type is resolved by one extension, unless the extensions say otherwise. */
export function checkFields({ types }: CollectedTypes): readonly Finding[] {
  const extensions = new Set([...types.values()].flat().flatMap(({ extension }) => extension ?? []));
  return [...types.values()].flatMap((parts) => {
    const objects = parts.filter(({ shape }) => shape.kind === 'object' || shape.kind === 'interface');
    const fields = Map.groupBy(objects.flatMap(fieldParts), ({ field }) => field.name.value);
    return [...fields.values()].flatMap((group) => [
      ...checkOwner(group),
      ...checkAgreement(group),
      ...group.flatMap((one) => checkOverride(one, group, extensions)),
    ]);
  });
}

function fieldParts(part: TypePart): readonly FieldPart[] {
  const keyNames = new Set(
    directivesOf(part.shape, 'key').flatMap((key) => {
      const selection = fieldSetOf(key);
      return selection === undefined ? [] : selectedNames(selection);
    }),
  );
  const wholeType = part.shape.directives;
  const overridesOf = (field: FieldDefinitionNode): string | undefined => {
    const [override] = directivesOf(field, 'override');
    return override === undefined ? undefined : stringArgument(override, 'from');
  };
  return part.shape.fields.map((field) => ({
    part,
    field,
    external: hasDirective(field, 'external') || hasDirective({ directives: wholeType }, 'external'),
    key: keyNames.has(field.name.value),
    shareable: hasDirective(field, 'shareable') || hasDirective({ directives: wholeType }, 'shareable'),
    overrides: overridesOf(field),
  }));
}

function checkOwner(group: readonly FieldPart[]): readonly Finding[] {
  if (group[0]?.part.shape.kind === 'interface') return [];
  const overridden = new Set(group.flatMap(({ overrides }) => overrides ?? []));
  const owners = group.filter(({ external, key, part }) => !external && !key && !overridden.has(part.extension ?? ''));
  const [first, ...others] = owners;
  if (first === undefined) return group.some(({ external }) => !external) ? [] : group.map(externalUnknown);
  return (
    others
      .filter((other) => other.part.extension !== first.part.extension && !(first.shareable && other.shareable))
      // Reported already: as a type defined twice, or as an @override of something else.
      .filter((other) => other.overrides === undefined && mayBothDefine(first.part, other.part))
      .map((other) => ownedTwice(first, other))
  );
}

function ownedTwice(first: FieldPart, other: FieldPart): Finding {
  const name = fieldName(other);
  return errorFinding('FIELD_OWNED_TWICE', {
    where: placeOf(other.field.name),
    what: `defines the field "${name}", which ${ownerName(first.part)} defines too`,
    fix:
      first.part.extension === undefined
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

/** Whoever writes a field a second time writes it as its owner did. */
function checkAgreement(group: readonly FieldPart[]): readonly Finding[] {
  const owner = group.find(({ external }) => !external) ?? group[0];
  if (owner === undefined) return [];
  return group
    .filter((other) => other.part.extension !== owner.part.extension && signature(other) !== signature(owner))
    .map((other) =>
      errorFinding('TYPE_DIFFERS', {
        where: placeOf(other.field.type),
        what: `writes "${fieldName(other)}" as ${signature(other)}, but in ${ownerName(owner.part)} it is ${signature(owner)}`,
        fix: `Write ${signature(owner)} here too.`,
        related: [placeOf(owner.field.type)],
      }),
    );
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
  if (one.overrides === undefined) return [];
  const [directive] = directivesOf(one.field, 'override');
  const from = one.overrides;
  const others = group.filter(({ part, external }) => part.extension !== one.part.extension && !external);
  if (directive === undefined || others.some(({ part }) => part.extension === from)) return [];
  const own = from === one.part.extension;
  return [
    errorFinding('OVERRIDE_INVALID', {
      where: placeOf(directive),
      what: own
        ? `overrides "${fieldName(one)}" from its own extension`
        : `overrides "${fieldName(one)}" from "${from}", which does not define that field`,
      fix: own
        ? 'Name the extension that has the field so far.'
        : didYouMean(from, others.length > 0 ? others.flatMap(({ part }) => part.extension ?? []) : [...extensions]),
      related: others.map(({ field }) => placeOf(field.name)),
    }),
  ];
}

function fieldName({ part, field }: FieldPart): string {
  return `${part.shape.name.value}.${field.name.value}`;
}
