import { type FieldNode, Kind, print, type SelectionSetNode } from 'graphql';
import type { ExtensionId } from '#base';
import type { ComposedType, Composition } from '../subschema/composition.ts';
import { selectedNames } from './field-sets.ts';

/** How to fetch a field from another extension than the one that gave the object. */
export interface FieldRoute {
  readonly target: ExtensionId;
  /** The key by which the target finds the object, and the fields that its resolver requires, under private aliases. */
  readonly needs: readonly FieldNeed[];
  /** Required fields with arguments, printed. Fields that require different ones are not fetched in one step. */
  readonly variant: string;
}

export interface FieldNeed {
  /** The name in the representation. */
  readonly name: string;
  /** A key must not be null. A required field may be. */
  readonly key: boolean;
  readonly node: FieldNode;
  readonly alias: string;
}

/** Starts the aliases that the gateway adds to documents. Clients may not use it. */
export const privatePrefix = '__stoa';

/** The alias for `__typename` of interfaces and unions in an extension's answer. */
export const typeAlias = `${privatePrefix}_type`;

export interface RouteOptions {
  readonly to?: ExtensionId | undefined;
  /** What the extension gives of this object because of `@provides`. */
  readonly provided?: SelectionSetNode | undefined;
}

interface RouteQuestion {
  readonly type: string;
  readonly field: string;
  readonly from: ExtensionId;
  readonly to?: ExtensionId | undefined;
  readonly given: readonly string[];
}

/** Finds the routes of one composition, and caches them. */
export class FieldRoutes {
  readonly #composition: Composition;
  readonly #routes = new Map<string, FieldRoute | undefined>();
  readonly #aliases = new Map<string, string>();

  constructor(composition: Composition) {
    this.#composition = composition;
  }

  /** Undefined when no extension, or not `to`, can be reached for the field. */
  find(type: string, field: string, from: ExtensionId, { to, provided }: RouteOptions = {}): FieldRoute | undefined {
    const given = provided === undefined ? [] : selectedNames(provided);
    const key = `${type}.${field} ${from} ${to ?? ''} ${given.join(' ')}`;
    if (!this.#routes.has(key)) this.#routes.set(key, this.#search({ type, field, from, to, given }, new Set())?.route);
    return this.#routes.get(key);
  }

  /** The route to an extension that defines the interface itself, not as `@interfaceObject`. */
  toInterface(type: string, from: ExtensionId): FieldRoute | undefined {
    const composed = this.#composition.types.get(type);
    for (const [target, keys] of composed?.keys ?? []) {
      if (composed === undefined || composed.knownAs.has(target)) continue;
      const key = keys.find((one) => this.#cost(one, { type: composed, from, given: [] }, new Set()) !== undefined);
      if (key !== undefined) return { target, needs: this.#needs(key, true), variant: '' };
    }
    return undefined;
  }

  /** The route to an interface's field while the object's own type is unknown: to an `@interfaceObject`. */
  atInterface(
    type: string,
    field: string,
    from: ExtensionId,
    visiting: ReadonlySet<string> = new Set(),
  ): FieldRoute | undefined {
    const composed = this.#composition.types.get(type);
    const sources = composed?.fields.get(field)?.sources ?? [];
    if (visiting.has(field)) return undefined;
    const isKnown = ({ name }: FieldNeed): boolean =>
      this.gives(type, name, from) || this.atInterface(type, name, from, new Set([...visiting, field])) !== undefined;
    const routes = sources.map((to) => (composed?.knownAs.has(to) ? this.find(type, field, from, { to }) : undefined));
    return routes.find((route) => route?.needs.every(isKnown));
  }

  /** Whether the extension gives the field with the object. False if it requires other fields first. */
  gives(type: string, field: string, extension: ExtensionId): boolean {
    const composed = this.#composition.types.get(type)?.fields.get(field);
    if (composed === undefined) return false;
    return composed.sources.includes(extension) && !composed.requires.has(extension);
  }

  /** Finds the cheapest route. Its cost is the number of other extensions on the way. */
  #search(
    { type, field, from, to, given }: RouteQuestion,
    visiting: ReadonlySet<string>,
  ): { readonly route: FieldRoute; readonly cost: number } | undefined {
    const composed = this.#composition.types.get(type);
    const all = composed?.fields.get(field)?.sources ?? [];
    const sources = to === undefined ? all : all.filter((source) => source === to);
    if (composed === undefined || visiting.has(field)) return undefined;
    let best: { readonly route: FieldRoute; readonly cost: number } | undefined;
    for (const target of sources) {
      if (target === from && this.gives(type, field, from)) continue;
      for (const key of composed.keys.get(target) ?? []) {
        const cost = this.#cost(key, { type: composed, from, given }, new Set([...visiting, field]));
        if (cost === undefined || (best !== undefined && best.cost <= cost)) continue;
        const required = composed.fields.get(field)?.requires.get(target);
        const needs = [...this.#needs(key, true), ...(required === undefined ? [] : this.#needs(required, false))];
        best = { route: { target, needs, variant: variantOf(required) }, cost };
      }
    }
    return best;
  }

  #cost(
    key: SelectionSetNode,
    { type, from, given }: Pick<RouteQuestion, 'from' | 'given'> & { readonly type: ComposedType },
    visiting: ReadonlySet<string>,
  ): number | undefined {
    let total = 1;
    for (const node of key.selections) {
      if (node.kind !== Kind.FIELD) return undefined;
      if (this.gives(type.name, node.name.value, from) || given.includes(node.name.value)) continue;
      const found = this.#search({ type: type.name, field: node.name.value, from, given }, visiting);
      if (found === undefined) return undefined;
      total += found.cost;
    }
    return total;
  }

  #needs(selection: SelectionSetNode, key: boolean): readonly FieldNeed[] {
    return selection.selections.flatMap((node) => {
      if (node.kind !== Kind.FIELD) return [];
      const alias = this.#alias(print(node));
      const aliased: FieldNode = { ...node, alias: { kind: Kind.NAME, value: alias } };
      return [{ name: node.name.value, key, alias, node: aliased }];
    });
  }

  #alias(text: string): string {
    const alias = this.#aliases.get(text) ?? `${privatePrefix}_${this.#aliases.size}`;
    this.#aliases.set(text, alias);
    return alias;
  }
}

function variantOf(required: SelectionSetNode | undefined): string {
  const withArguments = (selection: SelectionSetNode | undefined): boolean =>
    selection?.selections.some(
      (node) =>
        node.kind !== Kind.FRAGMENT_SPREAD &&
        ((node.kind === Kind.FIELD && (node.arguments ?? []).length > 0) || withArguments(node.selectionSet)),
    ) === true;
  const those = (required?.selections ?? []).filter((node) =>
    withArguments({ kind: Kind.SELECTION_SET, selections: [node] }),
  );
  return those.map((node) => print(node)).join(' ');
}
