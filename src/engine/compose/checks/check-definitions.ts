import { type EnumValueDefinitionNode, Kind, print } from 'graphql';
import { errorFinding, type Finding } from '#base';
import { hasDirective } from '../../subschema/federation.ts';
import { type CollectedTypes, placeOf, rootTypes, type TypePart, typeOwnerLabel } from '../sdl/collect-types.ts';
import { KeyFields } from '../sdl/field-sets.ts';
import { inputNames, isExternal, isInAll, joinInput, outputNames } from '../sdl/merge-types.ts';

/** Decides whether a second extension may define a type, by Federation's rules for each kind of type. */
export class SharedDefinitions {
  readonly #inputs: ReadonlySet<string>;
  readonly #outputs: ReadonlySet<string>;
  readonly #keyFields: KeyFields;

  constructor(collected: CollectedTypes) {
    this.#inputs = inputNames(collected);
    this.#outputs = outputNames(collected);
    this.#keyFields = new KeyFields(collected);
  }

  check(owner: TypePart, other: TypePart): readonly Finding[] {
    const { kind, name } = other.shape;
    if (owner.extension === undefined && kind !== 'enum' && kind !== 'input') return [ownedTwice(owner, other)];
    switch (kind) {
      // Each extension answers with the members that it knows. Clients see all of them.
      case 'union':
      case 'interface':
      case 'scalar':
        return [];
      case 'object':
        return this.#isShared(owner, other) ? [] : [ownedTwice(owner, other)];
      case 'enum':
        return this.#inputs.has(name.value) && this.#outputs.has(name.value) ? differentValues(owner, other) : [];
      case 'input':
        return differentInputs(owner, other);
    }
  }

  /** Both have a `@key`, or each field of both is `@external` in one, or `@shareable` or in a key in both. */
  #isShared(first: TypePart, second: TypePart): boolean {
    if (hasDirective(first.shape, 'key') && hasDirective(second.shape, 'key')) return true;
    const written = new Set(second.shape.fields.map(({ name }) => name.value));
    const common = first.shape.fields.map(({ name }) => name.value).filter((name) => written.has(name));
    const isForeign = (part: TypePart, name: string): boolean =>
      part.shape.fields.some((field) => field.name.value === name && isExternal(part, field));
    return common.every(
      (name) =>
        [first, second].some((part) => isForeign(part, name)) ||
        [first, second].every((part) => this.#isShareable(part, name)),
    );
  }

  #isShareable(part: TypePart, name: string): boolean {
    const { extension, shape } = part;
    const field = shape.fields.find((node) => node.name.value === name);
    if (field === undefined || hasDirective(shape, 'shareable') || hasDirective(field, 'shareable')) return true;
    return this.#keyFields.has(extension, shape.name.value, name);
  }

  /** False if there is already a finding about the type as a whole, so that its fields need no check. */
  mayBothDefine(first: TypePart, other: TypePart): boolean {
    if (!first.defines || !other.defines || rootTypes.has(first.shape.name.value)) return true;
    return this.check(first, other).length === 0;
  }
}

function ownedTwice(owner: TypePart, { shape: { kind, name } }: TypePart): Finding {
  const fix =
    kind === 'object'
      ? `Write "extend type ${name.value}" to add fields to the type of ${typeOwnerLabel(owner)}, or @shareable on both when both resolve all of it.`
      : `Remove the definition here; ${typeOwnerLabel(owner)}'s can be referred to without one.`;
  const what = `defines "${name.value}", which is already ${typeOwnerLabel(owner)}'s type`;
  return errorFinding('TYPE_OWNED_TWICE', { where: placeOf(name), what, fix, related: [placeOf(owner.shape.name)] });
}

/** An enum for input and output must be equal in both: an extension must not get a value that it does not know. */
function differentValues(owner: TypePart, other: TypePart): readonly Finding[] {
  const seen = ({ shape }: TypePart): readonly EnumValueDefinitionNode[] =>
    shape.values.filter((value) => !hasDirective(value, 'inaccessible'));
  const [a, b] = [seen(owner), seen(other)];
  if ([...a, ...b].every(({ name }) => isInAll(name.value, [a, b]))) return [];
  return [
    errorFinding('TYPE_DIFFERS', {
      where: placeOf(other.shape.name),
      what: `defines enum "${other.shape.name.value}" otherwise than ${typeOwnerLabel(owner)} does, and clients both give and get its values`,
      fix: 'Write the same values in both, or define it in one of them only.',
      related: [placeOf(owner.shape.name)],
    }),
  ];
}

/** Clients can give the fields that both extensions know. These must include all required ones. */
function differentInputs(owner: TypePart, other: TypePart): readonly Finding[] {
  const lists = [owner.shape.inputFields, other.shape.inputFields];
  return lists.flat().flatMap((field): readonly Finding[] => {
    const [a, b] = lists.map((list) => list.find(({ name }) => name.value === field.name.value));
    const place = { where: placeOf(other.shape.name), related: [placeOf(owner.shape.name)] };
    const about = `defines input "${other.shape.name.value}" otherwise than ${typeOwnerLabel(owner)} does`;
    const fix = 'Write the same definition in both, or define it in one of them only.';
    if (a === undefined || b === undefined) {
      const isRequired = field.type.kind === Kind.NON_NULL_TYPE && field.defaultValue === undefined;
      const what = `${about}: only one of them has "${field.name.value}", ${isRequired ? 'and cannot do without it' : 'so that clients cannot give it'}`;
      return [
        { ...errorFinding('TYPE_DIFFERS', { ...place, what, fix }), ...(!isRequired && { severity: 'warning' }) },
      ];
    }
    const [x, y] = [a, b].map(({ defaultValue }) => defaultValue && print(defaultValue));
    if (field === b || (joinInput(a.type, b.type) !== undefined && x === y)) return [];
    return [errorFinding('TYPE_DIFFERS', { ...place, what: `${about}: "${field.name.value}"`, fix })];
  });
}
