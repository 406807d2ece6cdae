import { type DocumentNode, GraphQLError, print } from 'graphql';
import { type ExtensionId, extensionLogger, type Outage, outageOf, RequestError } from '#base';
import type { Context, Database, QueryResult, RequestInfo } from '#extension-api';
import type { RequestScope } from '#http';
import type { AskGateway } from '#placement';

/** Whether the gateway has checked the guards of a context's call. */
export const unguarded = Symbol('unguarded');

/** What the contexts of all calls share. */
export interface ContextParts {
  readonly extension: ExtensionId;
  /** Time-out of one call in milliseconds. */
  readonly timeoutMs: number;
  readonly url: Context['url'];
  readonly shop: Context['shop'];
  readonly database: (signal: AbortSignal) => Database;
  readonly askGateway: AskGateway;
}

/** One call: its request, and the ticket for `context.query`. */
export interface ServedCall {
  readonly scope: RequestScope;
  readonly request: RequestInfo;
  readonly ticket: string | undefined;
  /** The gateway has checked the guards of fields. It asks for guarded ones as keys of others. */
  readonly isUnguarded: boolean;
}

/** The context of one call, in the process of a served extension. */
export class ServedContext implements Context {
  readonly request: Context['request'];
  readonly caller: Context['caller'];
  readonly url: Context['url'];
  /** {@link unguarded} */
  readonly [unguarded]: boolean;
  readonly shop: Context['shop'];
  readonly #call: ServedCall;
  readonly #parts: ContextParts;
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  #database: Database | undefined;
  #logger: Context['logger'] | undefined;
  #asking = 0;

  constructor(call: ServedCall, parts: ContextParts) {
    this.request = call.request;
    this.caller = call.scope.caller;
    this.url = parts.url;
    this[unguarded] = call.isUnguarded;
    this.shop = parts.shop;
    this.#call = call;
    this.#parts = parts;
  }

  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = this.#call.scope;
    const follow = (): void => controller.abort(signal.reason);
    if (this.#reason !== undefined) controller.abort(this.#reason);
    else if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
    return controller.signal;
  }

  get database(): Database {
    this.#database ??= this.#parts.database(this.signal);
    return this.#database;
  }

  get logger(): Context['logger'] {
    this.#logger ??= extensionLogger(this.#call.scope.logger, this.#parts.extension);
    return this.#logger;
  }

  /** The first outage that a `context.query` has met. */
  get outage(): Outage | undefined {
    return this.#call.scope.outage;
  }

  query: Context['query'] = async <Data>(
    document: string | DocumentNode,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<QueryResult<Data>> => {
    const { scope, ticket, request } = this.#call;
    const query = typeof document === 'string' ? document : print(document);
    this.#asking++;
    try {
      const { signal } = this;
      const result = await this.#parts.askGateway({ ticket, requestId: request.id, query, variables, signal });
      if (result.errors !== undefined) scope.outage ??= outageOf(new AggregateError(result.errors.map(revived)));
      return result as QueryResult<Data>;
    } finally {
      this.#asking--;
    }
  };

  mesh: Context['mesh'] = async () => {
    throw new Error(`context.mesh: the extension "${this.#parts.extension}" has no .meshrc.yaml`);
  };

  /** What a resolver comes to. Rejects with EXTENSION_TIMEOUT when the extension's own time is over before. */
  within<Value>(work: PromiseLike<Value>): Promise<Value> {
    const { extension, timeoutMs } = this.#parts;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        // The gateway has limits of its own for what it is asked.
        if (this.#asking > 0) {
          timer = setTimeout(giveUp, timeoutMs);
          return;
        }
        const message = `The extension ${extension} took longer than ${timeoutMs / 1000} s.`;
        const error = new RequestError('EXTENSION_TIMEOUT', 504, message);
        if (this.#reason === undefined) this.#call.scope.logger.warn('extension took too long', { extension });
        this.#reason ??= error;
        this.#controller?.abort(error);
        reject(error);
      };
      let timer = setTimeout(giveUp, timeoutMs);
      work.then(resolve, reject).then(() => clearTimeout(timer));
    });
  }
}

/** An error of the gateway's answer, with its code. */
function revived(error: { readonly message: string; readonly extensions?: unknown }): Error {
  const { message, extensions } = error;
  return new GraphQLError(message, { extensions: typeof extensions === 'object' ? { ...extensions } : {} });
}
