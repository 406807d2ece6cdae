import { Kind, type TypeNode } from 'graphql';

/** Is every object of the first type one of the second? */
export type IsSubtype = (type: string, of: string) => boolean;

/** The type that is right for whatever two extensions answer: the wider one of each part. Undefined where there is none. */
export function joinOutput(a: TypeNode, b: TypeNode, isSubtype: IsSubtype): TypeNode | undefined {
  const [x, y] = [nullable(a), nullable(b)];
  const joined = joinNullable(x, y, isSubtype);
  if (joined === undefined || a === x || b === y) return joined;
  // The very same node where nothing changes, since it knows its place in the file.
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

/** The type of which every value suits two extensions: the narrower one of each part. Undefined where there is none. */
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
