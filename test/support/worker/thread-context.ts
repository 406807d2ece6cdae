import { type DocumentNode, print } from 'graphql';
import { safeNext } from '../../../src/auth/sessions/safe-next.ts';
import { RequestError } from '../../../src/base/request-error.ts';
import type { Context, Database, QueryResult, Session } from '../../../src/extension-api.ts';
import type { CallHead } from '../../../src/placement/call-head.ts';
import type { ThreadRequest } from './messages.ts';

/** Asks the gateway for something, on behalf of one call. */
export type AskGateway = (request: ThreadRequest, beside?: unknown) => Promise<{ value: unknown; beside: unknown }>;

export interface ThreadParts {
  readonly extension: string;
  readonly timeoutMs: number;
  readonly url: Context['url'];
}

/** The context of one call, in the extension's thread. */
export class ThreadContext implements Context {
  readonly request: Context['request'];
  readonly caller: Context['caller'];
  readonly url: Context['url'];
  readonly logger: Context['logger'];
  readonly database: Database;
  readonly #controller = new AbortController();
  readonly #ask: AskGateway;
  readonly #parts: ThreadParts;
  #asking = 0;

  constructor({ request, caller }: CallHead, ask: AskGateway, parts: ThreadParts) {
    this.request = request;
    this.caller = caller;
    this.url = parts.url;
    this.#ask = ask;
    this.#parts = parts;
    const log =
      (level: keyof Context['logger']) =>
      (event: string, fields: Readonly<Record<string, unknown>> = {}): void =>
        void ask({ ask: 'log', level, event, fields }).catch(() => undefined);
    this.logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
    this.database = databaseOf(ask);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    this.#controller.abort(reason);
  }

  query: Context['query'] = async <Data>(
    document: string | DocumentNode,
    variables?: Readonly<Record<string, unknown>>,
  ) => {
    this.#asking++;
    try {
      const text = typeof document === 'string' ? document : print(document);
      return (await this.#ask({ ask: 'query', text, variables })).value as QueryResult<Data>;
    } finally {
      this.#asking--;
    }
  };

  mesh: Context['mesh'] = async () => {
    throw new Error('context.mesh: an extension in a thread has no .meshrc.yaml');
  };

  /** What a call comes to, or an error when the extension's time is over before. */
  within<Value>(work: PromiseLike<Value>): Promise<Value> {
    const { extension, timeoutMs } = this.#parts;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        // What it waits for has a limit of its own.
        if (this.#asking > 0) {
          timer = setTimeout(giveUp, timeoutMs);
          return;
        }
        const message = `The extension ${extension} took longer than ${timeoutMs / 1000} s.`;
        const error = new RequestError('EXTENSION_TIMEOUT', 504, message);
        if (!this.signal.aborted) {
          void this.#ask({ ask: 'giveUp' });
          this.logger.warn('extension took too long');
        }
        this.cancel(error);
        reject(error);
      };
      let timer = setTimeout(giveUp, timeoutMs);
      work.then(resolve, reject).then(() => clearTimeout(timer));
    });
  }
}

/** Signs in and out by the gateway, as long as the answer has not begun. */
export function sessionOf(ask: AskGateway, isSent: () => boolean): Session {
  const requireUnsent = (name: string): void => {
    if (isSent()) throw new Error(`${name} came too late: the answer, which carries the cookie, was already sent`);
  };
  return {
    signIn: async (user) => {
      requireUnsent('signIn');
      await ask({ ask: 'signIn', user });
      requireUnsent('signIn');
    },
    signOut: async () => {
      requireUnsent('signOut');
      await ask({ ask: 'signOut' });
      requireUnsent('signOut');
    },
    safeNext,
  };
}

let transactions = 0;

function databaseOf(ask: AskGateway, transaction?: number): Database {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const { beside } = await ask({ ask: 'sql', text, transaction }, values);
      return beside as readonly Row[];
    },
    transaction: async (work) => {
      const own = ++transactions;
      await ask({ ask: 'begin', transaction: own });
      try {
        const result = await work(databaseOf(ask, own));
        await ask({ ask: 'end', transaction: own, isCommit: true });
        return result;
      } catch (error) {
        await ask({ ask: 'end', transaction: own, isCommit: false });
        throw error;
      }
    },
  };
}
