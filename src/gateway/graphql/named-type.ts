import type { TypeNode } from 'graphql';

/** The name of a type without its list and non-null marks. */
export function namedTypeOf(node: TypeNode): string {
  return 'name' in node ? node.name.value : namedTypeOf(node.type);
}
