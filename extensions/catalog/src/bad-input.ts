import { GraphQLError } from 'graphql';

/** A BAD_USER_INPUT error for an invalid argument. The client reads the message. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
