import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  Kind,
  OperationTypeNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { ComponentQuery } from './component-query.ts';
import type { ContextVariable } from './context-variables.ts';
import type { ResponseKeys } from './response-keys.ts';
import { asComposite, compositeType, fieldOf, typenameField } from './schema-fields.ts';
import { variableDefinition } from './type-context-values.ts';

export interface MergeScope {
  readonly schema: GraphQLSchema;
  readonly keys: ResponseKeys;
  readonly variables: readonly ContextVariable[];
}

/** Merges queries to one operation that fetches equal selections once. Undefined without fields. */
export function mergeQueries(queries: readonly ComponentQuery[], scope: MergeScope): DocumentNode | undefined {
  const { schema, keys, variables } = scope;
  const merged = new MergedSelection();
  for (const query of queries)
    new QueryWriter(schema, query).write(query.selectionSet, {
      parent: asComposite(schema.getQueryType() ?? undefined),
      keys,
      merged,
    });
  if (merged.isEmpty) return undefined;
  const selectionSet = merged.toSelectionSet();
  const used = variablesIn(selectionSet);
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: variables
          .filter(({ name }) => used.has(name))
          .map(({ name, type }) => variableDefinition(name, type)),
        selectionSet,
      },
    ],
  };
}

/** A selection without duplicates, to which queries are added. */
class MergedSelection {
  readonly #fields = new Map<string, { readonly node: FieldNode; readonly below: MergedSelection | undefined }>();
  readonly #fragments = new Map<string, { readonly node: InlineFragmentNode; readonly below: MergedSelection }>();
  /** Fragments that are in it. Each is written once. */
  readonly spread = new Set<SelectionSetNode>();

  get isEmpty(): boolean {
    return this.#fields.size === 0 && this.#fragments.size === 0;
  }

  field(key: string, { selectionSet, ...node }: FieldNode): MergedSelection | undefined {
    const head = `${key} ${printAll(node.directives)}`;
    const known = this.#fields.get(head);
    if (known !== undefined) return known.below;
    const { alias: _alias, ...unnamed } = node;
    const named = key === node.name.value ? unnamed : { ...unnamed, alias: { kind: Kind.NAME as const, value: key } };
    const below = selectionSet === undefined ? undefined : new MergedSelection();
    this.#fields.set(head, { node: named, below });
    return below;
  }

  fragment(type: string, directives: readonly DirectiveNode[]): MergedSelection {
    const head = `${type} ${printAll(directives)}`;
    const known = this.#fragments.get(head);
    if (known !== undefined) return known.below;
    const below = new MergedSelection();
    const node: InlineFragmentNode = {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
      directives,
      selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
    };
    this.#fragments.set(head, { node, below });
    return below;
  }

  toSelectionSet(): SelectionSetNode {
    const fields = [...this.#fields.values()].map(({ node, below }): SelectionNode => {
      return below === undefined ? node : { ...node, selectionSet: below.toSelectionSet() };
    });
    const fragments = [...this.#fragments.values()]
      .filter(({ below }) => !below.isEmpty)
      .map(({ node, below }): SelectionNode => ({ ...node, selectionSet: below.toSelectionSet() }));
    const selections = [...fields, ...fragments];
    // Constant conditions removed all fields, but the component still needs to know whether the object exists.
    return { kind: Kind.SELECTION_SET, selections: selections.length === 0 ? [typenameField] : selections };
  }
}

interface MergeTarget {
  readonly parent: GraphQLCompositeType;
  readonly keys: ResponseKeys;
  readonly merged: MergedSelection;
}

/** Adds one component's query to a merged selection: inlines fragments, and renames fields to the page's keys. */
class QueryWriter {
  readonly #schema: GraphQLSchema;
  readonly #query: ComponentQuery;

  constructor(schema: GraphQLSchema, query: ComponentQuery) {
    this.#schema = schema;
    this.#query = query;
  }

  write({ selections }: SelectionSetNode, target: MergeTarget): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        this.#field(node, target);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#query.fragments.get(node.name.value) : node;
      if (fragment === undefined) throw new Error('a spread of a fragment that is not there');
      const condition = fragment.typeCondition?.name.value ?? target.parent.name;
      const within = this.#within(condition, node.directives ?? [], target);
      if (within.merged.spread.has(fragment.selectionSet)) continue;
      within.merged.spread.add(fragment.selectionSet);
      this.write(fragment.selectionSet, within);
    }
  }

  #field(node: FieldNode, { parent, keys, merged }: MergeTarget): void {
    const { type } = fieldOf(this.#schema, parent, node.name.value);
    const { key, below: keysBelow } = keys.of(node, type);
    const below = merged.field(key, node);
    const named = getNamedType(type);
    if (below === undefined || node.selectionSet === undefined || !isCompositeType(named)) return;
    // An object's type decides which fields it has, and which of them are nullable.
    if (isAbstractType(named)) below.field(keysBelow.typename, typenameField);
    this.write(node.selectionSet, { parent: named, keys: keysBelow, merged: below });
  }

  #within(condition: string, directives: readonly DirectiveNode[], target: MergeTarget): MergeTarget {
    const always = directives.length === 0 && condition === target.parent.name;
    if (always) return target;
    const merged = target.merged.fragment(condition, directives);
    return { ...target, parent: compositeType(this.#schema, condition), merged };
  }
}

function printAll(directives: readonly DirectiveNode[] = []): string {
  return directives.map((directive) => print(directive)).join(' ');
}

function variablesIn(selectionSet: SelectionSetNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(selectionSet, { [Kind.VARIABLE]: (node) => void names.add(node.name.value) });
  return names;
}
