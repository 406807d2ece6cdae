import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { isObjectOrList } from '#base';
import type { ComponentQuery } from './component-query.ts';
import type { ResponseKeys } from './response-keys.ts';
import { asComposite, compositeType, fieldOf, meets } from './schema-fields.ts';

/** Stands for a null of a non-null type. It propagates to the nearest nullable one. */
export const lost = Symbol('lost');

export interface ProjectionRun {
  readonly variables: Readonly<Record<string, unknown>>;
  /** The first null of a non-null type, as a message. */
  reason: string | undefined;
}

/** Converts a value of the page's response to the component's own view. */
export type Complete = (raw: unknown, run: ProjectionRun) => unknown;

export interface FieldProjection {
  /** The key in the page's response. */
  readonly from: string;
  /** The component's own key. */
  readonly to: string;
  /** Undefined when the field is never skipped. */
  readonly holds: Holds | undefined;
  readonly complete: Complete;
}

/** A selection of the component that applies to an object. */
interface SubSelection {
  readonly selectionSet: SelectionSetNode;
  readonly parent: GraphQLCompositeType;
  /** All must hold, in addition to those of the object. */
  readonly conditions: readonly Condition[];
}

interface Selected {
  readonly node: FieldNode;
  readonly parent: GraphQLCompositeType;
  readonly conditions: readonly Condition[];
}

/** Compiles one component's query to functions that read its props from the page's response. */
export class ProjectionCompiler {
  readonly #schema: GraphQLSchema;
  readonly #query: ComponentQuery;

  constructor(schema: GraphQLSchema, query: ComponentQuery) {
    this.#schema = schema;
    this.#query = query;
  }

  root(keys: ResponseKeys): readonly FieldProjection[] {
    const type = this.#schema.getQueryType();
    if (!type) throw new Error('a schema without queries');
    return this.#fields(type, [{ selectionSet: this.#query.selectionSet, parent: type, conditions: [] }], keys);
  }

  #fields(
    type: GraphQLObjectType,
    selections: readonly SubSelection[],
    keys: ResponseKeys,
  ): readonly FieldProjection[] {
    const selected = new Map<string, Selected[]>();
    const seen = new Set<string>();
    for (const each of selections) this.#collect(type, each, { selected, seen });
    return [...selected].flatMap(([to, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const name = first.node.name.value;
      const declared = fieldOf(this.#schema, first.parent, name).type;
      const { key: from, below } = keys.of(first.node, declared);
      const returned = fieldOf(this.#schema, type, name).type;
      const coordinate = `${type.name}.${name}`;
      const complete = this.#complete(returned, { coordinate, selections: this.#below(group), keys: below });
      return [{ from, to, holds: holdsWhenAny(group.map(({ conditions }) => conditions)), complete }];
    });
  }

  /** Collects fields as GraphQL defines it. The request decides the conditions. */
  #collect(
    type: GraphQLObjectType,
    { selectionSet, parent, conditions }: SubSelection,
    to: { readonly selected: Map<string, Selected[]>; readonly seen: Set<string> },
  ): void {
    for (const node of selectionSet.selections) {
      const own = [...conditions, ...conditionsOf(node)];
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const group = to.selected.get(key) ?? [];
        group.push({ node, parent, conditions: own });
        to.selected.set(key, group);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#query.fragments.get(node.name.value) : node;
      if (fragment === undefined) throw new Error('a spread of a fragment that is not there');
      const condition = fragment.typeCondition?.name.value;
      const within = condition === undefined ? parent : compositeType(this.#schema, condition);
      const once = node.kind === Kind.FRAGMENT_SPREAD ? `${node.name.value} ${JSON.stringify(own)}` : undefined;
      if (!meets(this.#schema, type, within) || (once !== undefined && to.seen.has(once))) continue;
      if (once !== undefined) to.seen.add(once);
      this.#collect(type, { selectionSet: fragment.selectionSet, parent: within, conditions: own }, to);
    }
  }

  #below(group: readonly Selected[]): readonly SubSelection[] {
    return group.flatMap(({ node, parent, conditions }) => {
      if (node.selectionSet === undefined) return [];
      const named = asComposite(getNamedType(fieldOf(this.#schema, parent, node.name.value).type));
      // A single field exists only when its conditions hold.
      return [{ selectionSet: node.selectionSet, parent: named, conditions: group.length === 1 ? [] : conditions }];
    });
  }

  #complete(
    type: GraphQLOutputType,
    at: { readonly coordinate: string; readonly selections: readonly SubSelection[]; readonly keys: ResponseKeys },
  ): Complete {
    if (isNonNullType(type))
      return nonNull(this.#complete(type.ofType, at), `${at.coordinate} is null, and not a ${type}`);
    if (isListType(type)) return listOf(this.#complete(type.ofType, at));
    if (!isCompositeType(type)) return leaf;
    if (isObjectType(type)) return objectOf(this.#fields(type, at.selections, at.keys));
    return this.#abstract(at.selections, at.keys);
  }

  /** Compiles each concrete type when its first object arrives, since not all types of an interface occur. */
  #abstract(selections: readonly SubSelection[], keys: ResponseKeys): Complete {
    const { typename } = keys;
    const compiled = new Map<unknown, Complete>();
    return (raw, run) => {
      if (!isObjectOrList(raw)) return null;
      const name = raw[typename];
      const known = compiled.get(name);
      if (known !== undefined) return known(raw, run);
      const type = typeof name === 'string' ? this.#schema.getType(name) : undefined;
      if (!isObjectType(type)) return null;
      const complete = objectOf(this.#fields(type, selections, keys));
      compiled.set(name, complete);
      return complete(raw, run);
    };
  }
}

const leaf: Complete = (raw) => raw ?? null;

function nonNull(complete: Complete, reason: string): Complete {
  return (raw, run) => {
    const value = complete(raw, run);
    if (value !== null) return value;
    run.reason ??= reason;
    return lost;
  };
}

function listOf(complete: Complete): Complete {
  return (raw, run) => {
    if (!Array.isArray(raw)) return null;
    const list: unknown[] = [];
    for (const item of raw) {
      const value = complete(item, run);
      if (value === lost) return null;
      list.push(value);
    }
    return list;
  };
}

function objectOf(fields: readonly FieldProjection[]): Complete {
  return (raw, run) => {
    if (!isObjectOrList(raw)) return null;
    const object: Record<string, unknown> = {};
    for (const { from, to, holds, complete } of fields) {
      if (holds !== undefined && !holds(run.variables)) continue;
      const value = complete(raw[from], run);
      if (value === lost) return null;
      object[to] = value;
    }
    return object;
  };
}

/** A `@skip` or `@include` that the request decides. */
interface Condition {
  readonly variable: string;
  readonly expected: boolean;
}

type Holds = (variables: Readonly<Record<string, unknown>>) => boolean;

/** The conditions of a selection. Constant ones are already removed. */
function conditionsOf({ directives = [] }: SelectionNode): readonly Condition[] {
  return directives.flatMap(({ name, arguments: given = [] }) => {
    if (name.value !== 'skip' && name.value !== 'include') return [];
    const value = given[0]?.value;
    return value?.kind === Kind.VARIABLE ? [{ variable: value.name.value, expected: name.value === 'include' }] : [];
  });
}

/** A field exists when all conditions of one of its selections hold. Undefined when a selection has none. */
function holdsWhenAny(selections: readonly (readonly Condition[])[]): Holds | undefined {
  if (selections.some((conditions) => conditions.length === 0)) return undefined;
  return (variables) =>
    selections.some((conditions) => conditions.every(({ variable, expected }) => variables[variable] === expected));
}
