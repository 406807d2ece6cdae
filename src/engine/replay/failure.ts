import type { GraphQLError } from 'graphql';

/** Stands at a place of an answer where an error left a null. The error is masked already. */
export class Failure {
  readonly error: GraphQLError;

  constructor(error: GraphQLError) {
    this.error = error;
  }
}
