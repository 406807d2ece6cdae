import {
  doTypesOverlap,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  NoUnusedFragmentsRule,
  type SelectionNode,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { type Finding, isObject } from '#base';
import type { ItemPlacement, PageComponent } from '../components/page-component.ts';
import type { ComponentQuery } from './component-query.ts';
import { parseQueryText } from './query-parser.ts';
import { QueryText } from './query-text.ts';
import { compositeType, fieldOf } from './schema-fields.ts';

/** A component whose query is a fragment: it stands in each item of other components' lists. */
export interface ItemComponent {
  readonly component: PageComponent;
  readonly fragment: FragmentDefinitionNode;
}

/** Whether the text of a component's query is one fragment, and no operation. */
export function isItemQuery(text: string): boolean {
  // Most queries have no such word, and need not be parsed for this.
  if (!/\bfragment\b/.test(text)) return false;
  const { document } = parseQueryText(text);
  return document?.definitions.length === 1 && document.definitions[0]?.kind === Kind.FRAGMENT_DEFINITION;
}

/** Reads and checks the fragment of one component. */
export function readItemQuery(
  component: PageComponent,
  written: string,
  schema: GraphQLSchema,
): { readonly item: ItemComponent | undefined; readonly findings: readonly Finding[] } {
  const text = new QueryText(component, written);
  const { document } = parseQueryText(text.text);
  const [fragment] = document?.definitions ?? [];
  if (document === undefined || fragment?.kind !== Kind.FRAGMENT_DEFINITION) return { item: undefined, findings: [] };
  const findings: Finding[] = [];
  if (component.hydrate !== undefined) {
    const what = 'it is a fragment, but the component hydrates, and the browser does not know the items';
    findings.push(text.finding('PAGE_QUERY_OPERATION', 0, { what, fix: 'Leave out hydrate.' }));
  }
  visit(document, {
    [Kind.VARIABLE]: ({ loc }) => {
      const what = 'a fragment has a variable or a context value, which an item does not know';
      const fix = 'Ask for fields of the item only. usePage() has the parameters of the page.';
      findings.push(text.finding('PAGE_QUERY_VARIABLE', loc?.start ?? 0, { what, fix }));
    },
  });
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
  for (const { message, positions } of validate(schema, document, rules))
    findings.push(
      text.finding('PAGE_QUERY_INVALID', positions?.[0] ?? 0, { what: message, fix: 'Correct the fragment there.' }),
    );
  return { item: findings.length > 0 ? undefined : { component, fragment }, findings };
}

/**
 * The query of an item's component for one list: that of the list, reduced to the way to the items, with the fragment
 * there. So merging fetches both at once. Undefined when the list has no items of the fragment's type.
 */
export function placeItems(
  { component, fragment }: ItemComponent,
  list: ComponentQuery,
  schema: GraphQLSchema,
): { readonly placement: ItemPlacement; readonly query: ComponentQuery } | undefined {
  const query = schema.getQueryType();
  if (!query) return undefined;
  const pruner = new Pruner(schema, list, fragment);
  const selections = pruner.prune(list.selectionSet, { parent: query, path: [], isInList: false });
  if (selections.length === 0) return undefined;
  // Another object for each list, since each has its own data.
  const placed: PageComponent = { ...component, group: list.component.group };
  const keys = responseKeysOf(fragment.selectionSet);
  return {
    placement: {
      item: component,
      component: placed,
      list: list.component,
      itemsOf: (props) =>
        pruner.paths.flatMap((path) => itemsAt(props, path, [])).map(([at, value]) => [at, pick(value, keys)]),
    },
    query: {
      component: placed,
      selectionSet: { kind: Kind.SELECTION_SET, selections },
      fragments: new Map(),
      variables: list.variables,
    },
  };
}

interface Selected {
  readonly parent: GraphQLCompositeType;
  /** The keys of the result that lead to it. */
  readonly path: readonly string[];
  readonly isInList: boolean;
}

/** Keeps only the fields of a selection that lead to objects of the fragment's type in lists. */
class Pruner {
  /** Where such objects are: the keys of the result. */
  readonly paths: (readonly string[])[] = [];
  readonly #schema: GraphQLSchema;
  readonly #list: ComponentQuery;
  readonly #fragment: FragmentDefinitionNode;
  readonly #type: GraphQLCompositeType;

  constructor(schema: GraphQLSchema, list: ComponentQuery, fragment: FragmentDefinitionNode) {
    this.#schema = schema;
    this.#list = list;
    this.#fragment = fragment;
    this.#type = compositeType(schema, fragment.typeCondition.name.value);
  }

  prune({ selections }: SelectionSetNode, at: Selected): readonly SelectionNode[] {
    return selections.flatMap((node): readonly SelectionNode[] => {
      if (node.kind === Kind.FIELD) return this.#field(node, at);
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#list.fragments.get(node.name.value) : node;
      if (fragment === undefined) return [];
      const { typeCondition, selectionSet } = fragment;
      const parent = typeCondition === undefined ? at.parent : compositeType(this.#schema, typeCondition.name.value);
      const below = this.prune(selectionSet, { ...at, parent });
      if (below.length === 0) return [];
      const { directives = [] } = node;
      const inline = { kind: Kind.INLINE_FRAGMENT as const, directives, selectionSet: selectionSetOf(below) };
      return [typeCondition === undefined ? inline : { ...inline, typeCondition }];
    });
  }

  #field(node: FieldNode, { parent, path, isInList }: Selected): readonly SelectionNode[] {
    const declared = fieldOf(this.#schema, parent, node.name.value).type;
    const type = getNamedType(declared);
    if (!isCompositeType(type) || node.selectionSet === undefined) return [];
    const here: Selected = {
      parent: type,
      path: [...path, node.alias?.value ?? node.name.value],
      isInList: isInList || isListType(getNullableType(declared)),
    };
    const isItem = here.isInList && doTypesOverlap(this.#schema, type, this.#type);
    if (isItem) this.paths.push(here.path);
    const { typeCondition, directives = [], selectionSet } = this.#fragment;
    const own: readonly SelectionNode[] = isItem
      ? [{ kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet }]
      : [];
    const below = [...own, ...this.prune(node.selectionSet, here)];
    return below.length === 0 ? [] : [{ ...node, selectionSet: selectionSetOf(below) }];
  }
}

function selectionSetOf(selections: readonly SelectionNode[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections };
}

type Item = readonly [path: string, value: Readonly<Record<string, unknown>>];

/** The objects at a path, with the path to each: lists on the way add their numbers. */
function itemsAt(value: unknown, [key, ...rest]: readonly string[], at: readonly (string | number)[]): readonly Item[] {
  if (Array.isArray(value)) {
    const path = key === undefined ? rest : [key, ...rest];
    return value.flatMap((one: unknown, index) => itemsAt(one, path, [...at, index]));
  }
  if (!isObject(value)) return [];
  if (key === undefined) return [[at.join('.'), value]];
  return itemsAt(value[key], rest, [...at, key]);
}

/** The keys of the fragment's own fields, also within fragments. */
function responseKeysOf({ selections }: SelectionSetNode): readonly string[] {
  return selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return node.alias?.value ?? node.name.value;
    return node.kind === Kind.INLINE_FRAGMENT ? responseKeysOf(node.selectionSet) : [];
  });
}

function pick(value: Readonly<Record<string, unknown>>, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.filter((key) => key in value).map((key) => [key, value[key]]));
}
