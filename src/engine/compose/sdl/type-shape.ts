import {
  type ConstDirectiveNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  type StringValueNode,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql';

export type ShapeKind = 'object' | 'interface' | 'input' | 'enum' | 'union' | 'scalar';

/** A type definition or extension of any of the six kinds in one form, so that one function can join them. */
export interface TypeShape {
  readonly kind: ShapeKind;
  readonly name: NameNode;
  readonly description: StringValueNode | undefined;
  readonly directives: readonly ConstDirectiveNode[];
  readonly interfaces: readonly NamedTypeNode[];
  readonly fields: readonly FieldDefinitionNode[];
  readonly inputFields: readonly InputValueDefinitionNode[];
  readonly values: readonly EnumValueDefinitionNode[];
  readonly members: readonly NamedTypeNode[];
}

const kinds = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'object',
  [Kind.OBJECT_TYPE_EXTENSION]: 'object',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'interface',
  [Kind.INTERFACE_TYPE_EXTENSION]: 'interface',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: 'input',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.ENUM_TYPE_EXTENSION]: 'enum',
  [Kind.UNION_TYPE_DEFINITION]: 'union',
  [Kind.UNION_TYPE_EXTENSION]: 'union',
  [Kind.SCALAR_TYPE_DEFINITION]: 'scalar',
  [Kind.SCALAR_TYPE_EXTENSION]: 'scalar',
} as const satisfies Record<string, ShapeKind>;

export function shapeOf(node: TypeDefinitionNode | TypeExtensionNode): TypeShape {
  const isObject = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
  const isInterface = node.kind === Kind.INTERFACE_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_EXTENSION;
  const isInput = node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION;
  const isEnum = node.kind === Kind.ENUM_TYPE_DEFINITION || node.kind === Kind.ENUM_TYPE_EXTENSION;
  const isUnion = node.kind === Kind.UNION_TYPE_DEFINITION || node.kind === Kind.UNION_TYPE_EXTENSION;
  return {
    kind: kinds[node.kind],
    name: node.name,
    description: 'description' in node ? node.description : undefined,
    directives: node.directives ?? [],
    interfaces: isObject || isInterface ? (node.interfaces ?? []) : [],
    fields: isObject || isInterface ? (node.fields ?? []) : [],
    inputFields: isInput ? (node.fields ?? []) : [],
    values: isEnum ? (node.values ?? []) : [],
    members: isUnion ? (node.types ?? []) : [],
  };
}

export function definitionOf(shape: TypeShape): TypeDefinitionNode {
  const { kind, name, directives, interfaces, fields } = shape;
  const described = shape.description === undefined ? {} : { description: shape.description };
  // A type joined from several places has the location of its name.
  const located = name.loc === undefined ? {} : { loc: name.loc };
  const common = { name, directives, ...described, ...located };
  switch (kind) {
    case 'object':
      return { kind: Kind.OBJECT_TYPE_DEFINITION, ...common, interfaces, fields };
    case 'interface':
      return { kind: Kind.INTERFACE_TYPE_DEFINITION, ...common, interfaces, fields };
    case 'input':
      return { kind: Kind.INPUT_OBJECT_TYPE_DEFINITION, ...common, fields: shape.inputFields };
    case 'enum':
      return { kind: Kind.ENUM_TYPE_DEFINITION, ...common, values: shape.values };
    case 'union':
      return { kind: Kind.UNION_TYPE_DEFINITION, ...common, types: shape.members };
    case 'scalar':
      return { kind: Kind.SCALAR_TYPE_DEFINITION, ...common };
  }
}

/** Joins parts of one extension. It keeps duplicates, so that the GraphQL rules report them. */
export function joinShapes(first: TypeShape, others: readonly TypeShape[]): TypeShape {
  return combine(first, others, (lists) => lists.flat());
}

/** Joins parts of several extensions. It drops what an earlier one already has. */
export function mergeShapes(first: TypeShape, others: readonly TypeShape[]): TypeShape {
  return combine(first, others, joinNamed);
}

function combine(first: TypeShape, others: readonly TypeShape[], join: typeof joinNamed): TypeShape {
  if (others.length === 0) return first;
  const all = [first, ...others];
  return {
    ...first,
    description: all.find((shape) => shape.description !== undefined)?.description,
    directives: join(all.map((shape) => shape.directives)),
    interfaces: join(all.map((shape) => shape.interfaces)),
    fields: join(all.map((shape) => shape.fields)),
    inputFields: join(all.map((shape) => shape.inputFields)),
    values: join(all.map((shape) => shape.values)),
    members: join(all.map((shape) => shape.members)),
  };
}

/** Keeps the first node of each name. Linear, since 200 extensions may extend one type. */
function joinNamed<Node extends { readonly name: NameNode }>(lists: readonly (readonly Node[])[]): readonly Node[] {
  const known = new Set<string>();
  return lists.flatMap((list) => {
    const added = list.filter((node) => !known.has(node.name.value));
    for (const node of added) known.add(node.name.value);
    return added;
  });
}
