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
   * `here`: the errors are this place's own. `sibling`: they took along the object that the field belongs to, so that other
   * fields see them too; paths start at the object.
   */
  readonly of: 'here' | 'sibling';

  constructor(errors: readonly PlacedError[], of: Failure['of'] = 'here') {
    this.errors = errors;
    this.of = of;
  }
}
