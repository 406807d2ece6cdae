import { GraphQLError } from 'graphql';

export type RefusalCode = 'BAD_USER_INPUT' | 'NOT_FOUND' | 'RATE_LIMITED';

const statusOf = { BAD_USER_INPUT: 400, NOT_FOUND: 404, RATE_LIMITED: 429 } as const;

/**
 * A refusal with a message for the client. GraphQL sends it as it is. For REST it has a status and messages for
 * fields, so the gateway sends JSON, or renders the form's page again.
 */
export class ReviewRefusal extends GraphQLError {
  readonly status: 400 | 404 | 429;
  readonly expose = true;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: RefusalCode,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message, { extensions: { code } });
    this.status = statusOf[code];
    this.fields = fields;
    this.headers = headers;
  }
}
