import { GraphQLError } from 'graphql';

export type RefusalCode = 'BAD_USER_INPUT' | 'NOT_FOUND';

const statusOf = { BAD_USER_INPUT: 400, NOT_FOUND: 404 } as const;

/**
 * What this extension refuses, and why, in words for the client. GraphQL answers it as it is; for REST it is an error that
 * says which status it means and which fields are wrong, so that the gateway answers JSON or renders the form's page again.
 */
export class ReviewRefusal extends GraphQLError {
  readonly status: 400 | 404;
  readonly expose = true;
  readonly fields: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message, { extensions: { code } });
    this.status = statusOf[code];
    this.fields = fields;
  }
}
