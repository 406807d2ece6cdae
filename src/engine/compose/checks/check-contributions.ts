import { type FieldDefinitionNode, type InputValueDefinitionNode, print } from 'graphql';
import { didYouMean, type ExtensionId, errorFinding, type Finding } from '#base';
import { directivesOf, hasDirective, stringArgument } from '../../subschema/federation.ts';
import { isList, namedTypeOf } from '../../subschema/written-fields.ts';
import {
  type CollectedTypes,
  ownerOf,
  placeOf,
  rootTypes,
  type TypePart,
  typeOwnerLabel,
} from '../sdl/collect-types.ts';
import type { TypeShape } from '../sdl/type-shape.ts';
import { fieldName } from './check-fields.ts';

type FieldPart = Parameters<typeof fieldName>[0];

/** Fields with `@gather` or `@dispatch` can be asked for in parts, and contributors write them as their owners do. */
export function checkContributions(
  { types }: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
): readonly Finding[] {
  const groups = [...types.values()].flatMap((parts) => {
    const written = parts.flatMap((part) => part.shape.fields.map((field) => ({ part, field })));
    return [...Map.groupBy(written, ({ field }) => field.name.value).values()];
  });
  const open = groups.flat().filter(isOpen).map(fieldName);
  const owners: Owners = new Map([...types].map(([name, parts]) => [name, ownerOf(parts)]));
  return groups.flatMap((group) => {
    const contributors = group.filter(isContributor);
    const others = group.filter((one) => !isContributor(one) && !hasDirective(one.field, 'external'));
    const owner = others.find(isOpen) ?? others[0];
    return [
      ...group.filter(isOpen).flatMap((one) => ownerFaults(one, merged).map((fault) => invalid(one, fault))),
      ...contributors.flatMap((one): readonly Finding[] => {
        if (owner === undefined || !isOpen(owner)) return [unknown(one, owner, open)];
        return [...differences(one, owner), ...contributorFindings(one, owner, { types, merged, owners })];
      }),
    ];
  });
}

/** Whether other extensions may add to a field. */
export function isOpen({ field }: Pick<FieldPart, 'field'>): boolean {
  return hasDirective(field, 'gather') || hasDirective(field, 'dispatch');
}

function isContributor({ field }: FieldPart): boolean {
  return hasDirective(field, 'contribute');
}

type Fault = readonly [what: string, fix: string];

function invalid(one: FieldPart, [what, fix]: Fault): Finding {
  return errorFinding('GATHER_INVALID', { where: placeOf(one.field.name), what: `"${fieldName(one)}" ${what}`, fix });
}

function ownerFaults(one: FieldPart, merged: ReadonlyMap<string, TypeShape>): readonly Fault[] {
  const { part, field } = one;
  const type = part.shape.name.value;
  const [dispatch] = directivesOf(field, 'dispatch');
  const faults: Fault[] = [];
  const also = ['gather', 'dispatch', 'contribute', 'shareable', 'external'].filter((name) =>
    hasAny(part, field, name),
  );
  if (also.length > 1)
    faults.push([`is @${also.join(' and @')}, which exclude each other`, 'Keep one of the directives.']);
  if (hasDirective(field, 'gather')) {
    const shape = merged.get(type);
    if (!isList(field.type)) faults.push(['has @gather, but is no list', 'Make it a list, such as [Item!]!.']);
    if (type === 'Mutation')
      faults.push([
        'has @gather, but mutations run one after the other',
        'Use @dispatch where one extension is asked, or a field of Query.',
      ]);
    else if (shape?.kind !== 'object' || (type !== 'Query' && !hasDirective(shape, 'key')))
      faults.push([
        'has @gather, but others cannot be asked for fields of its type',
        `Write @key(fields: "...") on "type ${type}", or make it a field of Query.`,
      ]);
  }
  if (dispatch === undefined) return faults;
  if (!rootTypes.has(type)) faults.push(['has @dispatch, but is no field of Query or Mutation', 'Move it there.']);
  const by = stringArgument(dispatch, 'by') ?? '';
  const texts = (field.arguments ?? []).filter((node) => /^(?:String|ID)!?$/.test(print(node.type)));
  if (!texts.some(({ name }) => name.value === by))
    faults.push([
      `has @dispatch(by: "${by}"), which is no argument of type String`,
      texts.length === 0
        ? 'Give it an argument such as type: String!.'
        : didYouMean(
            by,
            texts.map(({ name }) => name.value),
          ),
    ]);
  return faults;
}

function hasAny({ shape }: TypePart, field: FieldDefinitionNode, name: string): boolean {
  return hasDirective(field, name) || (name === 'shareable' && hasDirective(shape, name));
}

function textOf({ name, type, defaultValue }: InputValueDefinitionNode): string {
  return `${name.value}: ${print(type)}${defaultValue === undefined ? '' : ` = ${print(defaultValue)}`}`;
}

function unknown(one: FieldPart, owner: FieldPart | undefined, open: readonly string[]): Finding {
  const name = fieldName(one);
  const place = { where: placeOf(one.field.name) };
  if (owner === undefined) {
    const what = `contributes to "${name}", but no enabled extension has that field with @gather or @dispatch`;
    return errorFinding('CONTRIBUTION_UNKNOWN', { ...place, what, fix: didYouMean(name, open) });
  }
  const label = typeOwnerLabel(owner.part);
  return errorFinding('CONTRIBUTION_UNKNOWN', {
    ...place,
    what: `contributes to "${name}", which ${label} has without @gather or @dispatch`,
    fix: `Give the field another name, or ask the team of ${label} for @gather.`,
    related: [placeOf(owner.field.name)],
  });
}

/** An argument that one of the two lacks would vanish from the schema. */
function differences(one: FieldPart, owner: FieldPart): readonly Finding[] {
  const label = typeOwnerLabel(owner.part);
  const [mine = [], theirs = []] = [one.field.arguments, owner.field.arguments];
  const faults: Fault[] = [];
  const [type, wanted] = [print(one.field.type), print(owner.field.type)];
  if (type !== wanted) faults.push([`as ${type}, but in ${label} it is ${wanted}`, `Write ${wanted} here too.`]);
  for (const argument of theirs) {
    const own = mine.find(({ name }) => name.value === argument.name.value);
    const [text, given] = [argument, own].map((node) => node && textOf(node));
    if (given === undefined) faults.push([`without the argument "${text}" of ${label}`, `Write ${text} here too.`]);
    else if (given !== text)
      faults.push([`with "${given}", but in ${label} it is "${text}"`, `Write ${text} here too.`]);
  }
  for (const { name } of mine)
    if (theirs.every((argument) => argument.name.value !== name.value))
      faults.push([`with the argument "${name.value}", which it does not have in ${label}`, 'Remove the argument.']);
  return faults.map(([how, fix]) =>
    errorFinding('CONTRIBUTION_DIFFERS', {
      where: placeOf(one.field.name),
      what: `writes "${fieldName(one)}" ${how}`,
      fix,
      related: [placeOf(owner.field.name)],
    }),
  );
}

type Owners = ReadonlyMap<string, ExtensionId | undefined>;

interface Written extends Pick<CollectedTypes, 'types'> {
  readonly merged: ReadonlyMap<string, TypeShape>;
  readonly owners: Owners;
}

/** They decide about the whole field, which is its owner's. */
const ofOwner = [
  'shareable',
  'external',
  'override',
  'inaccessible',
  'internal',
  'authenticated',
  'requiresScopes',
] as const;

function contributorFindings(one: FieldPart, owner: FieldPart, { types, merged, owners }: Written): readonly Finding[] {
  const { part, field } = one;
  const report = (what: string, fix: string): Finding =>
    errorFinding('CONTRIBUTION_INVALID', {
      where: placeOf(field.name),
      what: `contributes to "${fieldName(one)}" ${what}`,
      fix,
      related: [placeOf(owner.field.name)],
    });
  const findings = ofOwner
    .filter((name) => hasDirective(field, name))
    .map((name) => report(`with @${name}, which is for its owner to decide`, `Leave @${name} out.`));
  if (hasDirective(owner.field, 'dispatch') && [...owners.values()].every((id) => id !== part.extension))
    findings.push(report('but owns no type, so that no caller can name it', 'Define a type of your own.'));
  if (hasDirective(field, 'provides')) return findings;
  for (const name of itemTypes(one, types)) {
    const shape = merged.get(name);
    if (shape?.kind !== 'object' || !hasDirective(shape, 'key') || owners.get(name) === part.extension) continue;
    findings.push(
      report(
        `objects of "${name}", whose fields would be those of ${owners.get(name) ?? 'another extension'}`,
        'Write @provides(fields: "...") with the fields that it gives itself, or with the key alone.',
      ),
    );
  }
  return findings;
}

/** The types that an extension's own SDL gives to a field's items. */
function itemTypes({ part, field }: FieldPart, types: CollectedTypes['types']): readonly string[] {
  const type = namedTypeOf(field.type);
  const own = [...types.values()].flat().filter(({ extension }) => extension === part.extension);
  const members = own.flatMap(({ shape }) => {
    if (shape.name.value === type) return shape.members.map(({ name }) => name.value);
    return shape.interfaces.some(({ name }) => name.value === type) ? [shape.name.value] : [];
  });
  return [type, ...members];
}
