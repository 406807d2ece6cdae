import type { GraphQLInputType } from 'graphql';

/** A variable of the page's operation: one context value with one type. */
export interface ContextVariable {
  readonly name: string;
  /** The argument of `getContextValue`. */
  readonly value: string;
  readonly type: GraphQLInputType;
}

/** The variables of one page's operation. Components share them, so that equal arguments have equal texts. */
export class ContextVariables {
  readonly #variables = new Map<string, ContextVariable>();
  readonly #names = new Set<string>();

  get all(): readonly ContextVariable[] {
    return [...this.#variables.values()];
  }

  of(value: string, type: GraphQLInputType): ContextVariable {
    const key = JSON.stringify([value, String(type)]);
    const known = this.#variables.get(key);
    if (known !== undefined) return known;
    const variable = { name: this.#nameFor(value), value, type };
    this.#variables.set(key, variable);
    return variable;
  }

  #nameFor(value: string): string {
    // A query parameter's name may be invalid in GraphQL.
    const base = `v_${value.replaceAll(/\W/g, '_')}`;
    let name = base;
    for (let count = 1; this.#names.has(name); count++) name = `${base}_${count}`;
    this.#names.add(name);
    return name;
  }
}
