import { type ConstDirectiveNode, type FieldDefinitionNode, Kind, type ValueNode } from 'graphql';
import { didYouMean, errorFinding, type Finding } from '#base';
import { argumentOf, directivesOf } from '../../subschema/federation.ts';
import { isList, namedTypeOf } from '../../subschema/written-fields.ts';
import { type CollectedTypes, placeOf, type TypePart } from '../sdl/collect-types.ts';
import type { TypeShape } from '../sdl/type-shape.ts';

/** `@cost` and `@listSize` have numbers, and name existing fields and arguments. Else a limit would not hold. */
export function checkCosts({ types }: CollectedTypes, merged: ReadonlyMap<string, TypeShape>): readonly Finding[] {
  return [...types.values()]
    .flat()
    .flatMap(({ shape }: TypePart) => [
      ...directivesOf(shape, 'cost').flatMap(checkWeight),
      ...shape.fields.flatMap((field) => [
        ...[field, ...(field.arguments ?? [])].flatMap((node) => directivesOf(node, 'cost').flatMap(checkWeight)),
        ...directivesOf(field, 'listSize').flatMap((directive) => checkListSize(directive, field, merged)),
      ]),
    ]);
}

function checkWeight(directive: ConstDirectiveNode): readonly Finding[] {
  const value = argumentOf(directive, 'weight');
  // `checkSdl` reports a missing argument.
  return value === undefined || isAmount(value) ? [] : [notAnAmount(directive, 'weight')];
}

function checkListSize(
  directive: ConstDirectiveNode,
  field: FieldDefinitionNode,
  merged: ReadonlyMap<string, TypeShape>,
): readonly Finding[] {
  const assumed = argumentOf(directive, 'assumedSize');
  const given = (field.arguments ?? []).map(({ name }) => name.value);
  const lists = (merged.get(namedTypeOf(field.type))?.fields ?? [])
    .filter(({ type }) => isList(type))
    .map(({ name }) => name.value);
  return [
    ...(assumed === undefined || isAmount(assumed) ? [] : [notAnAmount(directive, 'assumedSize')]),
    ...unknownNames(argumentOf(directive, 'slicingArguments'), given, `"${field.name.value}" has no argument`),
    ...unknownNames(argumentOf(directive, 'sizedFields'), lists, `${namedTypeOf(field.type)} has no list`),
  ];
}

function unknownNames(value: ValueNode | undefined, known: readonly string[], lack: string): readonly Finding[] {
  const nodes = value?.kind === Kind.LIST ? value.values : value === undefined ? [] : [value];
  return nodes.flatMap((node) => {
    if (node.kind !== Kind.STRING || known.includes(node.value)) return [];
    const what = `${lack} "${node.value}"`;
    return errorFinding('COST_INVALID', { where: placeOf(node), what, fix: didYouMean(node.value, known) });
  });
}

function notAnAmount(directive: ConstDirectiveNode, argument: string): Finding {
  const what = `the ${argument} of @${directive.name.value} is not a number of zero or more`;
  return errorFinding('COST_INVALID', { where: placeOf(directive), what, fix: `Write ${argument}: 5, for example.` });
}

function isAmount(value: ValueNode): boolean {
  if (value.kind !== Kind.INT && value.kind !== Kind.FLOAT && value.kind !== Kind.STRING) return false;
  return value.value.trim() !== '' && Number(value.value) >= 0 && Number.isFinite(Number(value.value));
}
