import { GraphQLError, type GraphQLErrorOptions } from 'graphql';

/**
 * An error for a client to read. Nobody reads its stack, and to take one, twice as GraphQLError does, is most of the work of an answer in
 * which hundreds of fields fail: 15 of 18 ms for 600 (measured).
 */
export function clientError(message: string, options: GraphQLErrorOptions): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new GraphQLError(message, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
