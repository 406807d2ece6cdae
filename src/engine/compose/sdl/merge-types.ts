import {
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type NameNode,
  print,
} from 'graphql';
import { hasDirective } from '../../subschema/federation.ts';
import { namedTypeOf } from '../../subschema/own-sdl.ts';
import type { CollectedTypes, TypePart } from './collect-types.ts';
import { type IsSubtype, joinInput, joinOutput } from './join-type.ts';
import { mergeShapes, type TypeShape } from './type-shape.ts';

/** One shape for each type: what all extensions say of it together, by Federation's rules. */
export function mergeTypes(collected: CollectedTypes): ReadonlyMap<string, TypeShape> {
  const { types } = collected;
  const merged = new Map<string, TypeShape>();
  const isSubtype = subtypesOf(collected);
  const inputs = inputNames(collected);
  const outputs = outputNames(collected);
  for (const [name, parts] of types) {
    const [first, ...others] = partsInOrder(parts);
    if (first === undefined) continue;
    const isInput = inputs.has(name) && !outputs.has(name);
    merged.set(name, others.length === 0 ? first.shape : mergeParts([first, ...others], { isSubtype, isInput }));
  }
  addInterfaceObjects(types, merged);
  return merged;
}

/** Whether extensions write some field, argument, enum or input otherwise than others do, so that Federation's rules had to decide. */
export function differs({ types }: CollectedTypes): boolean {
  return [...types.values()].some((parts) => {
    if (parts.length < 2) return false;
    const shapes = parts.map(({ shape }) => shape);
    const values = shapes.map((shape) => [...shape.values, ...shape.inputFields]).filter((list) => list.length > 0);
    if (parts.some(({ isInterfaceObject }) => isInterfaceObject)) return true;
    if (values.flat().some(({ name }) => !isInAll(name.value, values))) return true;
    const written = parts.flatMap((part) => part.shape.fields.filter((field) => !isExternal(part, field)));
    const alike = Map.groupBy([...written, ...values.flat()], ({ name }) => name.value);
    return [...alike.values()].some((nodes) => new Set(nodes.map(signatureOf)).size > 1);
  });
}

function signatureOf(node: FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode): string {
  if (!('type' in node)) return '';
  const args =
    'arguments' in node
      ? (node.arguments ?? []).map((argument) => `${argument.name.value}:${print(argument.type)}`)
      : [];
  return `${print(node.type)} ${args.toSorted().join(' ')}`;
}

/** Whoever defines the type first; those that make another kind of it are reported, and left out. */
function partsInOrder(parts: readonly TypePart[]): readonly TypePart[] {
  const definers = parts.filter(({ defines }) => defines);
  const definer = definers.find(({ isInterfaceObject }) => !isInterfaceObject) ?? definers[0] ?? parts[0];
  if (definer === undefined) return [];
  const alike = parts.filter(
    ({ shape, isInterfaceObject }) =>
      shape.kind === definer.shape.kind || (isInterfaceObject && definer.shape.kind === 'interface'),
  );
  return [definer, ...alike.filter((part) => part !== definer)];
}

interface MergeOptions {
  readonly isSubtype: IsSubtype;
  /** Only clients give values of the type. */
  readonly isInput: boolean;
}

function mergeParts(parts: readonly TypePart[], { isSubtype, isInput }: MergeOptions): TypeShape {
  const [first, ...others] = parts.map(({ shape }) => shape);
  if (first === undefined) throw new Error('a type that nobody writes');
  const merged = mergeShapes(first, others);
  const values = parts.map(({ shape }) => shape.values);
  return {
    ...merged,
    directives: merged.directives.filter(({ name }) => name.value !== 'interfaceObject'),
    fields: mergeFields(parts, isSubtype),
    inputFields: mergeInputs(
      merged.inputFields,
      parts.map(({ shape }) => shape.inputFields),
    ),
    values: isInput ? merged.values.filter(({ name }) => isInAll(name.value, values)) : merged.values,
  };
}

function mergeFields(parts: readonly TypePart[], isSubtype: IsSubtype): readonly FieldDefinitionNode[] {
  const written = parts.flatMap((part) => part.shape.fields.map((field) => ({ part, field })));
  const byName = Map.groupBy(written, ({ field }) => field.name.value);
  return [...byName.values()].flatMap((all) => {
    const resolved = all.filter(({ part, field }) => !isExternal(part, field));
    const [first, ...others] = resolved.length > 0 ? resolved : all;
    if (first === undefined) return [];
    // Who writes a field twice breaks a rule of GraphQL, which is to be reported.
    const again = others.filter(({ part }) => part === first.part);
    const foreign = others.filter(({ part }) => part !== first.part);
    return [first.field, ...again.map(({ field }) => field)].map((field) =>
      mergeField(
        field,
        foreign.map((one) => one.field),
        isSubtype,
      ),
    );
  });
}

function mergeField(
  first: FieldDefinitionNode,
  others: readonly FieldDefinitionNode[],
  isSubtype: IsSubtype,
): FieldDefinitionNode {
  if (others.length === 0) return first;
  const type = others.reduce((joined, field) => joinOutput(joined, field.type, isSubtype) ?? joined, first.type);
  const own = first.arguments ?? [];
  const args = mergeInputs(own, [own, ...others.map((field) => field.arguments ?? [])]);
  return { ...first, type, arguments: args };
}

/** Those that all lists have: who does not know an argument cannot be given it. */
function mergeInputs(
  nodes: readonly InputValueDefinitionNode[],
  lists: readonly (readonly InputValueDefinitionNode[])[],
): readonly InputValueDefinitionNode[] {
  return nodes
    .filter(({ name }) => isInAll(name.value, lists))
    .map((node) => {
      const same = lists.flat().filter(({ name }) => name.value === node.name.value);
      const type = same.reduce((joined, one) => joinInput(joined, one.type) ?? joined, node.type);
      return type === node.type ? node : { ...node, type };
    });
}

export function isInAll(name: string, lists: readonly (readonly { readonly name: NameNode }[])[]): boolean {
  return lists.every((list) => list.some((node) => node.name.value === name));
}

/** What an extension says of all objects of an interface is said of each type that implements it. */
function addInterfaceObjects(types: CollectedTypes['types'], merged: Map<string, TypeShape>): void {
  for (const [name, parts] of types) {
    const said = new Set(
      parts
        .filter(({ isInterfaceObject }) => isInterfaceObject)
        .flatMap((part) => part.shape.fields.filter((field) => !isExternal(part, field)).map(nameOf)),
    );
    const shape = merged.get(name);
    if (said.size === 0 || shape?.kind !== 'interface') continue;
    for (const [member, object] of merged) {
      if (object.kind !== 'object' || !object.interfaces.some((node) => node.name.value === name)) continue;
      const own = new Set(object.fields.map(nameOf));
      const added = shape.fields.filter((field) => said.has(nameOf(field)) && !own.has(nameOf(field)));
      merged.set(member, {
        ...object,
        fields: [...object.fields, ...added.map((field) => ({ ...field, directives: [] }))],
      });
    }
  }
}

export function subtypesOf({ types }: CollectedTypes): IsSubtype {
  return (type, of) => {
    if (type === of) return true;
    const members = (types.get(of) ?? []).flatMap(({ shape }) => shape.members);
    const interfaces = (types.get(type) ?? []).flatMap(({ shape }) => shape.interfaces);
    return members.some(({ name }) => name.value === type) || interfaces.some(({ name }) => name.value === of);
  };
}

/** Names of the types of arguments and of fields of inputs. */
export function inputNames({ types }: CollectedTypes): ReadonlySet<string> {
  const shapes = [...types.values()].flat().map(({ shape }) => shape);
  const values = shapes.flatMap(({ fields, inputFields }) => [
    ...inputFields,
    ...fields.flatMap((field) => field.arguments ?? []),
  ]);
  return new Set(values.map(({ type }) => namedTypeOf(type)));
}

/** Names of the types of fields. */
export function outputNames({ types }: CollectedTypes): ReadonlySet<string> {
  const shapes = [...types.values()].flat().map(({ shape }) => shape);
  return new Set(shapes.flatMap(({ fields }) => fields.map(({ type }) => namedTypeOf(type))));
}

export function isExternal(part: Pick<TypePart, 'shape'>, field: FieldDefinitionNode): boolean {
  return hasDirective(field, 'external') || hasDirective(part.shape, 'external');
}

function nameOf(field: FieldDefinitionNode): string {
  return field.name.value;
}
