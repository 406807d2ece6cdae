import { type DocumentNode, GraphQLError, print } from 'graphql';
import { deepFreeze, type ExtensionId, extensionLogger, outageOf, RequestError } from '#base';
import { shopIn } from '#config';
import type { Context, Database, QueryResult, RequestInfo } from '#extension-api';
import { type Texts, textsIn } from '#extension-ui';
import type { Handover, Outbox, WrittenMail } from '#extensions';
import { type CallClock, ExtensionScope, type RequestScope, type TimedCall } from '#http';
import { type Author, handOver, refuseInTransaction } from '#postgres';
import type { GatewayClient } from '../remote/ask-gateway.ts';
import type { RunningExtension } from '../running/running-extension.ts';
import { writeMail } from '../running/write-mail.ts';
import { ServedFiles } from './served-files.ts';

/** Whether the gateway has checked the guards of a context's call. */
export const unguarded = Symbol('unguarded');

/** What the contexts of all calls share. */
export interface ContextParts {
  readonly extension: ExtensionId;
  /** Time-out of one call in milliseconds. */
  readonly timeoutMs: number;
  /** Of `timeoutMs`. */
  readonly clock: CallClock;
  readonly urlsOf: (locale: string | undefined) => Context['url'];
  readonly shop: Context['shop'];
  readonly texts: Texts;
  readonly settings: Context['settings'];
  readonly outbox: Outbox;
  readonly database: (signal: AbortSignal, author: Author | undefined, outbox?: Outbox) => Database;
  readonly compose: () => RunningExtension['compose'];
  /** Throws where no gateway can be asked. */
  readonly gateway: () => Omit<GatewayClient, 'close'>;
}

/** One call: its request, and the ticket for `context.query`. */
export interface ServedCall {
  readonly scope: RequestScope;
  readonly request: RequestInfo;
  readonly ticket: string | undefined;
  /** Those of the gateway that change while the shop runs. */
  readonly settings?: Context['settings'] | undefined;
  readonly shop?: Readonly<Record<string, unknown>> | undefined;
  /** The gateway has checked the guards of fields. It asks for guarded ones as keys of others. */
  readonly isUnguarded: boolean;
}

/** The context of one call, in the process of a served extension. */
export class ServedContext implements Context {
  readonly request: Context['request'];
  readonly caller: Context['caller'];
  readonly visitor: Context['visitor'];
  readonly url: Context['url'];
  /** {@link unguarded} */
  readonly [unguarded]: boolean;
  readonly shop: Context['shop'];
  readonly #scope: ExtensionScope;
  readonly #ticket: string | undefined;
  readonly #parts: ContextParts;
  #database: Database | undefined;
  #logger: Context['logger'] | undefined;
  #text: Context['text'] | undefined;
  #files: ServedFiles | undefined;
  readonly #live: ServedCall['settings'];
  #settings: Context['settings'] | undefined;

  constructor({ scope, request, ticket, settings, shop, isUnguarded }: ServedCall, parts: ContextParts) {
    this.request = request;
    this.caller = scope.caller;
    this.visitor = scope.visitor;
    this.url = parts.urlsOf(request.locale);
    this[unguarded] = isUnguarded;
    this.shop = shopIn(shop === undefined ? parts.shop : { ...parts.shop, ...shop }, request.locale);
    this.#scope = new ExtensionScope(scope);
    this.#ticket = ticket;
    this.#live = settings;
    this.#parts = parts;
  }

  get locale(): string {
    return this.shop.locale;
  }

  get text(): Context['text'] {
    this.#text ??= textsIn(this.#parts.texts, this.shop);
    return this.#text;
  }

  get textIn(): Context['textIn'] {
    return (locale) => textsIn(this.#parts.texts, shopIn(this.shop, locale));
  }

  get settings(): Context['settings'] {
    this.#settings ??=
      this.#live === undefined ? this.#parts.settings : deepFreeze({ ...this.#parts.settings, ...this.#live });
    return this.#settings;
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  get database(): Database {
    this.#database ??= this.#parts.database(this.signal, this, {
      ...this.#parts.outbox,
      mail: (...mail) => this.#writeMail(mail),
    });
    return this.#database;
  }

  get logger(): Context['logger'] {
    this.#logger ??= extensionLogger(this.#scope.logger, this.#parts.extension);
    return this.#logger;
  }

  get mail(): Context['mail'] {
    return (...mail) => handOver('mail', this.database, () => this.#writeMail(mail));
  }

  #writeMail(mail: WrittenMail): Promise<Handover> {
    const { extension, compose } = this.#parts;
    return writeMail({ extension, compose: compose(), shop: this.shop }, mail);
  }

  get files(): ServedFiles {
    this.#files ??= new ServedFiles(this.#parts.extension, async (call, content) => {
      const { signal } = this.#scope;
      const question = { ticket: this.#ticket, requestId: this.request.id, call, content, signal };
      const answer = this.#parts.gateway().askFiles(question);
      this.#scope.asks(answer);
      return await answer;
    });
    return this.#files;
  }

  /** The first outage that a `context.query` has met. */
  get outage(): RequestScope['outage'] {
    return this.#scope.outage;
  }

  query: Context['query'] = async <Data>(
    document: string | DocumentNode,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<QueryResult<Data>> => {
    refuseInTransaction('context.query');
    const query = typeof document === 'string' ? document : print(document);
    const scope = this.#scope;
    const { signal } = scope;
    const question = { ticket: this.#ticket, requestId: this.request.id, query, variables, signal };
    const answer = this.#parts.gateway().ask(question);
    scope.asks(answer);
    const result = await answer;
    if (result.errors !== undefined) scope.outage ??= outageOf(new AggregateError(result.errors.map(revived)));
    return result as QueryResult<Data>;
  };

  later: Context['later'] = (...run) =>
    handOver('later', this.database, async () => this.#parts.outbox.later(run, this));

  mesh: Context['mesh'] = async () => {
    throw new Error(`context.mesh: the extension "${this.#parts.extension}" has no .meshrc.yaml`);
  };

  /** What a resolver comes to. Rejects with EXTENSION_TIMEOUT when the extension's own time is over before. */
  within<Value>(work: PromiseLike<Value>): Promise<Value> {
    const { clock } = this.#parts;
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const wait: TimedCall = {
      due: 0,
      before: undefined,
      after: undefined,
      giveUp: () => {
        // The gateway has limits of its own for what it is asked.
        if (this.#scope.isAsking) clock.start(wait);
        else reject(this.#timeOut());
      },
    };
    clock.start(wait);
    work.then(resolve, reject).then(() => clock.stop(wait));
    return promise;
  }

  /** Aborts the signal, since what it is for has no more time. */
  giveUp(reason: RequestError): void {
    this.#scope.giveUp(reason);
  }

  #timeOut(): RequestError {
    const { extension, timeoutMs } = this.#parts;
    const message = `The extension ${extension} took longer than ${timeoutMs / 1000} s.`;
    const error = new RequestError('EXTENSION_TIMEOUT', 504, message);
    if (!this.#scope.aborted) this.#scope.logger.warn('extension took too long', { extension });
    this.giveUp(error);
    return error;
  }
}

/** An error of the gateway's answer, with its code. */
function revived(error: { readonly message: string; readonly extensions?: unknown }): Error {
  const { message, extensions } = error;
  return new GraphQLError(message, { extensions: typeof extensions === 'object' ? { ...extensions } : {} });
}
