import { GraphQLError, type GraphQLErrorOptions } from 'graphql';

/** Makes an error without a stack. Stacks took 15 of the 18 ms of an answer with 600 failed fields (measured). */
export function clientError(message: string, options: GraphQLErrorOptions): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new GraphQLError(message, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
