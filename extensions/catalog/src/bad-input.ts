import { GraphQLError } from 'graphql';

/** What to throw when an argument is not what it should be; the message is for the client. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
