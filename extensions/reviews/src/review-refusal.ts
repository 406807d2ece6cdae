import { GraphQLError } from 'graphql';

export type RefusalCode = 'BAD_USER_INPUT' | 'NOT_FOUND';

/** What this extension refuses, and why, in words for the client. GraphQL answers it as it is; REST by its status. */
export class ReviewRefusal extends GraphQLError {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message, { extensions: { code } });
    this.code = code;
  }
}
