import { type DocumentNode, type FieldNode, GraphQLString, Kind, type ValueNode, valueFromAST, visit } from 'graphql';
import type { ExtensionId } from '#base';
import type { Composition, Dispatch } from '../subschema/composition.ts';

/** The contributor that a selection of a field with `@dispatch` names. Undefined where it names none. */
export function targetOf(
  { by, otherwise, targets }: Dispatch,
  node: FieldNode | undefined,
  variables: Record<string, unknown>,
): ExtensionId | undefined {
  const value = argumentNode(node, by);
  const name: unknown = value === undefined ? otherwise : valueFromAST(value, GraphQLString, variables);
  return typeof name === 'string' ? targets.get(name) : undefined;
}

function argumentNode(node: FieldNode | undefined, by: string): ValueNode | undefined {
  return node?.arguments?.find(({ name }) => name.value === by)?.value;
}

/** A variable of an operation that names a type for `@dispatch`. */
export interface DispatchVariable {
  readonly name: string;
  readonly targets: Dispatch['targets'];
}

/** By the field's name: all `@dispatch` of Query and Mutation. */
export type Dispatches = ReadonlyMap<string, readonly Dispatch[]>;

export function dispatchesOf({ types }: Composition): Dispatches {
  const fields = ['Query', 'Mutation'].flatMap((type) => [...(types.get(type)?.fields ?? [])]);
  const found = fields.flatMap(([name, { dispatch }]) => (dispatch === undefined ? [] : [{ name, dispatch }]));
  return new Map(
    [...Map.groupBy(found, ({ name }) => name)].map(([name, all]) => [name, all.map((one) => one.dispatch)]),
  );
}

/** The variables of a document that decide which extension a field asks. Each extension gets a plan of its own. */
export function dispatchVariables(document: DocumentNode, dispatches: Dispatches): readonly DispatchVariable[] {
  if (dispatches.size === 0) return [];
  const found: DispatchVariable[] = [];
  visit(document, {
    Field: (node) => {
      for (const { by, targets } of dispatches.get(node.name.value) ?? []) {
        const value = argumentNode(node, by);
        if (value?.kind === Kind.VARIABLE) found.push({ name: value.name.value, targets });
      }
    },
  });
  return found;
}
