import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import type { Composition, Dispatch } from '../subschema/composition.ts';

/** What is known of an operation without its variables. */
export interface OperationFacts {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  /** Names of the variables that decide `@skip`s and `@include`s. */
  readonly conditions: readonly string[];
}

export function factsOf(document: DocumentNode, operation: OperationDefinitionNode): OperationFacts {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  const conditions = new Set<string>();
  gatherConditions(operation.selectionSet, conditions);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    fragments[definition.name.value] = definition;
    gatherConditions(definition.selectionSet, conditions);
  }
  return { operation, fragments, conditions: [...conditions] };
}

function gatherConditions({ selections }: SelectionSetNode, names: Set<string>): void {
  for (const selection of selections) {
    for (const { name, arguments: args } of selection.directives ?? []) {
      const value = name.value === 'skip' || name.value === 'include' ? args?.[0]?.value : undefined;
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value);
    }
    const below = selection.kind === Kind.FRAGMENT_SPREAD ? undefined : selection.selectionSet;
    if (below !== undefined) gatherConditions(below, names);
  }
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
        const value = node.arguments?.find(({ name }) => name.value === by)?.value;
        if (value?.kind === Kind.VARIABLE) found.push({ name: value.name.value, targets });
      }
    },
  });
  return found;
}

/** The first response key of a document that passes the test. */
export function findKey(document: DocumentNode, test: (key: string) => boolean): string | undefined {
  const inSet = ({ selections }: SelectionSetNode): string | undefined => {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
      if (selection.kind === Kind.FIELD && test(keyOf(selection))) return keyOf(selection);
      const found = selection.selectionSet && inSet(selection.selectionSet);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const definition of document.definitions) {
    const found = 'selectionSet' in definition ? inSet(definition.selectionSet) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

type Variables = Readonly<Record<string, unknown>>;

/** Coerces an operation's variables. Undefined when they are not valid. */
export type CoerceVariables = (raw: Variables) => Variables | undefined;

const none: Variables = Object.freeze({});

/** Most variables are valid as they are, and need no coercion. */
export function coercionOf(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): CoerceVariables {
  if (definitions.length === 0) return () => none;
  const quick = definitions.map(quickCheck);
  return (raw) => {
    const values: Record<string, unknown> = {};
    for (const check of quick) {
      if (check === undefined || !Object.hasOwn(raw, check.name) || !check.fits(raw[check.name]))
        return getVariableValues(schema, definitions, raw).coerced;
      values[check.name] = raw[check.name];
    }
    return values;
  };
}

interface QuickCheck {
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Float: (value) => typeof value === 'number' && Number.isFinite(value),
  Boolean: (value) => typeof value === 'boolean',
};

function quickCheck({ variable, type }: VariableDefinitionNode): QuickCheck | undefined {
  const named: TypeNode = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  const name = named.kind === Kind.NAMED_TYPE ? named.name.value : '';
  const fits = Object.hasOwn(checks, name) ? checks[name] : undefined;
  return fits === undefined || variable.name.value === '__proto__' ? undefined : { name: variable.name.value, fits };
}
