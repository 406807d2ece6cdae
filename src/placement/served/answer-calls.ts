import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '#base';
import type { Caller, RequestInfo } from '#extension-api';
import { InnerScope, openScope, type RequestScope, type ScopeParts } from '#http';
import { AnswerLines, type GatewayGraphql, type GraphqlCall, type GraphqlQuestion } from './answer-graphql.ts';
import { type ContextParts, ServedContext } from './served-context.ts';

interface CallsParts {
  readonly graphql: GatewayGraphql;
  readonly scope: ScopeParts;
  readonly context: ContextParts;
  readonly observe: (work: () => Promise<void>) => Promise<void>;
}

/** Of the HTTP request alone. Each call has a caller of its own. */
const guest: Caller = { kind: 'guest' };

/** Longer than any call. */
export const forever = 2 ** 31 - 1;

/** Answers the calls that share an HTTP request. Rejects when the gateway has disconnected. */
export async function answerCalls(
  { graphql, scope, context: parts, observe }: CallsParts,
  calls: readonly GraphqlCall[],
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const count = calls.reduce((sum, { questions }) => sum + questions.length, 0);
  const lines = new AnswerLines(response, count);
  const shared = openScope(scope, guest, { request, response, requestId: '', timeoutMs: forever });
  let at = 0;
  const answers = calls.map((call) => {
    const own = new CallScope(shared, call, scope.logger);
    // The gateway has checked the guards of fields.
    const { ticket, settings, shop } = call;
    const one = { scope: own, request: own.request, ticket, settings, shop, isUnguarded: true };
    const context = new ServedContext(one, parts);
    const answerOne = async (question: GraphqlQuestion, number: number): Promise<void> =>
      lines.write({ at: number, ...(await graphql.answer(question, context)) });
    return observe(async () => {
      await Promise.all(call.questions.map((question) => answerOne(question, at++)));
    });
  });
  try {
    await shared.within(Promise.all(answers));
  } finally {
    shared.close();
  }
}

/** The scope of one of the calls that share an HTTP request. It ends with that request. */
class CallScope extends InnerScope {
  override readonly caller: Caller;
  readonly #visitor: string | null;
  readonly #request: RequestInfo;
  readonly #parent: Logger;
  #logger: Logger | undefined;

  constructor(shared: RequestScope, { caller, visitor, request, authorization }: GraphqlCall, logger: Logger) {
    super(shared, 0);
    this.caller = caller;
    this.#visitor = visitor ?? null;
    this.#request =
      authorization === undefined ? request : { ...request, headers: { ...request.headers, authorization } };
    this.#parent = logger;
  }

  override get visitor(): string | null {
    return this.#visitor;
  }

  override get request(): RequestInfo {
    return this.#request;
  }

  override get logger(): Logger {
    this.#logger ??= this.#parent.child({ requestId: this.#request.id });
    return this.#logger;
  }
}
