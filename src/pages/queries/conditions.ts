import { Kind, type SelectionNode } from 'graphql';

/** One `@skip` or `@include` that a request decides. */
export interface Condition {
  readonly variable: string;
  readonly expected: boolean;
}

export type Holds = (variables: Readonly<Record<string, unknown>>) => boolean;

/** What must hold for the selection to be there. Conditions that never change are not in the query any more. */
export function conditionsOf({ directives = [] }: SelectionNode): readonly Condition[] {
  return directives.flatMap(({ name, arguments: given = [] }) => {
    if (name.value !== 'skip' && name.value !== 'include') return [];
    const value = given[0]?.value;
    return value?.kind === Kind.VARIABLE ? [{ variable: value.name.value, expected: name.value === 'include' }] : [];
  });
}

/** A field is there when all conditions of any of its selections hold; undefined when one has none. */
export function holdsWhenAny(selections: readonly (readonly Condition[])[]): Holds | undefined {
  if (selections.some((conditions) => conditions.length === 0)) return undefined;
  return (variables) =>
    selections.some((conditions) => conditions.every(({ variable, expected }) => variables[variable] === expected));
}
