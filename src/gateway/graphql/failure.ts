import type { GraphQLError } from 'graphql';

type Path = readonly (string | number)[];

/** One error of a subschema, as clients may see it, with its path below the place where it is kept. */
export interface PlacedError {
  readonly error: GraphQLError;
  readonly rest: Path;
}

/** Stands in a subschema's answer where errors left a null. */
export class Failure {
  readonly errors: readonly PlacedError[];
  /**
   * `here`: the errors are this place's own. `object`: they took along the object that the field belongs to, so other
   * fields see them too. `sibling`: the same, but they are another field's; paths start at the object. `elsewhere`: an
   * error of another root field took the whole answer along; paths start at the root.
   */
  readonly of: 'here' | 'object' | 'sibling' | 'elsewhere';

  constructor(errors: readonly PlacedError[], of: Failure['of'] = 'here') {
    this.errors = errors;
    this.of = of;
  }

  /** What a field of a failed object sees: its own errors, or, where it has none, those that took it along. */
  below(key: string): Failure {
    if (this.of === 'elsewhere') return this;
    const own = this.errors.filter(({ rest }) => rest[0] === key);
    if (own.length === 0) return new Failure(this.errors, 'sibling');
    return new Failure(
      own.map(({ error, rest }) => ({ error, rest: rest.slice(1) })),
      'object',
    );
  }
}

/**
 * Puts each error at the null that it left behind. Answers those that found no place: an extension may throw errors
 * that have a path of their own.
 */
export function placeErrors(data: Record<string, unknown>, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  return errors.filter((error) => !placeError(data, error, error.path ?? []));
}

function placeError(data: Record<string, unknown>, error: GraphQLError, path: Path): boolean {
  let holder: unknown = data;
  for (const [index, key] of path.entries()) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return false;
    const value: unknown = Reflect.get(holder, key);
    if (value === null || value instanceof Failure) {
      const placed = { error, rest: path.slice(index + 1) };
      Reflect.set(holder, key, new Failure([...(value === null ? [] : value.errors), placed]));
      return true;
    }
    holder = value;
  }
  return false;
}
