import {
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type NameNode,
  print,
  type TypeNode,
} from 'graphql';
import { hasDirective } from '../../subschema/federation.ts';
import { namedTypeOf } from '../../subschema/written-fields.ts';
import type { CollectedTypes, TypePart } from './collect-types.ts';
import { mergeShapes, type TypeShape } from './type-shape.ts';

/** Merges what all extensions say of each type, by Federation's rules. */
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

/** Whether extensions define some field, argument, enum or input differently, so that Federation's rules decide. */
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

/** Puts the definition first, and drops parts of another kind, which `checkTypes` reports. */
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
    // Descriptions and directives are those of the owner, not of an extension that adds to its list.
    const resolved = all
      .filter(({ part, field }) => !isExternal(part, field))
      .toSorted((a, b) => Number(hasDirective(a.field, 'contribute')) - Number(hasDirective(b.field, 'contribute')));
    const [first, ...others] = resolved.length > 0 ? resolved : all;
    if (first === undefined) return [];
    // An extension that writes a field twice breaks a rule of GraphQL, which is reported.
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

/** Keeps the inputs that all lists have: an extension cannot be given an argument that it does not know. */
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

/** Adds the fields of an `@interfaceObject` to each type that implements the interface. */
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

export function inputNames({ types }: CollectedTypes): ReadonlySet<string> {
  const shapes = [...types.values()].flat().map(({ shape }) => shape);
  const values = shapes.flatMap(({ fields, inputFields }) => [
    ...inputFields,
    ...fields.flatMap((field) => field.arguments ?? []),
  ]);
  return new Set(values.map(({ type }) => namedTypeOf(type)));
}

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

/** Whether every object of the first type is one of the second. */
export type IsSubtype = (type: string, of: string) => boolean;

/** The type valid for both extensions' answers: the wider one of each part. Undefined where there is none. */
export function joinOutput(a: TypeNode, b: TypeNode, isSubtype: IsSubtype): TypeNode | undefined {
  const [x, y] = [nullable(a), nullable(b)];
  const joined = joinNullable(x, y, isSubtype);
  if (joined === undefined || a === x || b === y) return joined;
  // The same node if nothing changes, because it has a location.
  return joined === x ? a : { kind: Kind.NON_NULL_TYPE, type: joined };
}

function joinNullable(x: Nullable, y: Nullable, isSubtype: IsSubtype): Nullable | undefined {
  if (x.kind === Kind.LIST_TYPE && y.kind === Kind.LIST_TYPE) {
    const item = joinOutput(x.type, y.type, isSubtype);
    return item && (item === x.type ? x : { ...x, type: item });
  }
  if (x.kind !== Kind.NAMED_TYPE || y.kind !== Kind.NAMED_TYPE) return undefined;
  if (isSubtype(y.name.value, x.name.value)) return x;
  return isSubtype(x.name.value, y.name.value) ? y : undefined;
}

/** The type whose values both extensions accept: the narrower one of each part. Undefined where there is none. */
export function joinInput(a: TypeNode, b: TypeNode): TypeNode | undefined {
  const [x, y] = [nullable(a), nullable(b)];
  if (x.kind === Kind.LIST_TYPE && y.kind === Kind.LIST_TYPE) {
    const item = joinInput(x.type, y.type);
    return item && required([a, b], item === x.type ? x : { ...x, type: item });
  }
  if (x.kind !== Kind.NAMED_TYPE || y.kind !== Kind.NAMED_TYPE || x.name.value !== y.name.value) return undefined;
  return required([a, b], x);
}

type Nullable = Exclude<TypeNode, { readonly kind: Kind.NON_NULL_TYPE }>;

function nullable(node: TypeNode): Nullable {
  return node.kind === Kind.NON_NULL_TYPE ? node.type : node;
}

function required(nodes: readonly TypeNode[], type: Nullable): TypeNode {
  return nodes.some(({ kind }) => kind === Kind.NON_NULL_TYPE) ? { kind: Kind.NON_NULL_TYPE, type } : type;
}
