/**
 * A second placement: each extension in a thread of its own, behind a MessagePort. All messages are JSON; bodies
 * cross as bytes or as transferred streams. It shows that `RunningExtension` needs nothing of the extension in the
 * gateway's process.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { print } from 'graphql';
import type { ExtensionId } from '../../../src/base/ids.ts';
import type { Answer, AskExtension } from '../../../src/engine/run/document-back-end.ts';
import type { Context, Database, Session } from '../../../src/extension-api.ts';
import type { ComponentResult } from '../../../src/pages/components/render-component.ts';
import { callHead, exchangeHead } from '../../../src/placement/call-head.ts';
import { askHost } from '../../../src/placement/host.ts';
import { fromPlainError, type PlainError, toPlainError } from '../../../src/placement/plain-error.ts';
import type { RunningExtension, StartExtension, StartParts } from '../../../src/placement/running-extension.ts';
import { type RemoteAnswer, sent } from '../../../src/rest/sub-app/rest-exchange.ts';
import {
  type Call,
  type DatabaseRequest,
  type Envelope,
  type FromThread,
  type ThreadRequest,
  type ThreadStart,
  type ToThread,
  write,
} from './messages.ts';

/** Reaches an extension's database until a signal says that the statements are no longer needed. */
export type DatabaseOf = (extension: ExtensionId, signal: AbortSignal) => Database;

export function workerPlacement(databaseOf: DatabaseOf): StartExtension {
  return (parts) => new ThreadExtension(parts, databaseOf);
}

/** The context and session of a call, on the gateway's side. */
interface Hosted {
  readonly context: Context;
  readonly session?: Session;
}

interface Pending extends Partial<Hosted> {
  readonly resolve: (outcome: { readonly value: unknown; readonly beside: unknown }) => void;
  readonly reject: (error: Error) => void;
  /** Its statements. */
  readonly statements: AbortController;
  readonly transactions: Map<number, Transaction>;
}

interface Transaction {
  readonly database: Database;
  readonly end: (isCommit: boolean) => void;
  readonly ended: Promise<unknown>;
}

class ThreadExtension implements RunningExtension {
  readonly #parts: StartParts;
  readonly #databaseOf: DatabaseOf;
  readonly #worker: Worker;
  readonly #calls = new Map<number, Pending>();
  #count = 0;

  constructor(parts: StartParts, databaseOf: DatabaseOf) {
    this.#parts = parts;
    this.#databaseOf = databaseOf;
    this.#worker = new Worker(new URL('./extension-thread.ts', import.meta.url), { workerData: startOf(parts) });
    this.#worker.on('message', (envelope: Envelope) => void this.#receive(envelope));
    this.#worker.on('error', (error) => this.#died(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#died(new Error('its thread has ended')));
  }

  async load() {
    const { value } = await this.#call({ do: 'load' });
    return value as Awaited<ReturnType<RunningExtension['load']>>;
  }

  readonly backEnd = {
    gives: 'answers' as const,
    ask: ((question, context: Context) => this.#ask(question, context)) as AskExtension,
  };

  answer: RunningExtension['answer'] = async (exchange) => {
    const { context, session, body } = exchange;
    const call: Call = { do: 'answer', head: exchangeHead(exchange) };
    try {
      const { value, beside } = await this.#call(call, { context, session }, body);
      const stream = Readable.fromWeb(beside as ReadableStream);
      return { kind: 'answer', head: value as RemoteAnswer['head'], body: stream };
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'socket hang up') throw error;
      // The extension has destroyed its response, and so this one.
      exchange.response.destroy();
      return sent;
    }
  };

  render: RunningExtension['render'] = async (request) => {
    const { value } = await this.#call({ do: 'render', request });
    return (value as { kind: 'failed'; error: PlainError }[]).map((result) =>
      result.kind === 'failed' ? { ...result, error: fromPlainError(result.error) } : (result as ComponentResult),
    );
  };

  async dispose(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(question: Parameters<AskExtension>[0], context: Context): Promise<Answer> {
    const { value } = await this.#call({ do: 'ask', head: callHead(context), question }, { context });
    const { data, errors } = value as {
      data: Answer['data'];
      errors: { error: PlainError; path: (string | number)[] }[];
    };
    const unwell = errors.find(({ error }) => error.connectionFailure || error.code === 'EXTENSION_TIMEOUT');
    return {
      data,
      errors: errors.map(({ error, path }) => ({ error: fromPlainError(error), path })),
      failure: unwell && fromPlainError(unwell.error),
    };
  }

  async #call(call: Call, hosted: Partial<Hosted> = {}, body?: Buffer) {
    const id = this.#count++;
    const { promise, resolve, reject } = Promise.withResolvers<{ value: unknown; beside: unknown }>();
    this.#calls.set(id, { ...hosted, resolve, reject, statements: new AbortController(), transactions: new Map() });
    const signal = hosted.context?.signal;
    const cancel = (): void => this.#send({ kind: 'cancel', id, reason: toPlainError(signal?.reason) });
    this.#send({ kind: 'call', id, call }, body);
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    return promise;
  }

  #send(message: ToThread, beside?: unknown): void {
    this.#worker.postMessage({ json: write(message), beside });
  }

  async #receive({ json, beside }: Envelope): Promise<void> {
    const message = JSON.parse(json) as FromThread;
    if (message.kind === 'log') {
      this.#parts.logger[message.level](message.event, message.fields);
      return;
    }
    if (message.kind === 'request') {
      await this.#host(message, beside);
      return;
    }
    const pending = this.#calls.get(message.id);
    if (message.kind === 'done') pending?.resolve({ value: message.value, beside });
    else pending?.reject(fromPlainError(message.error));
  }

  async #host({ id, call, request }: { id: number; call: number; request: ThreadRequest }, beside: unknown) {
    const pending = this.#calls.get(call);
    try {
      if (pending?.context === undefined) throw new Error('there is no such call');
      const { context, session } = pending;
      switch (request.ask) {
        case 'sql':
        case 'begin':
        case 'end':
        case 'giveUp': {
          const rows = await this.#database(pending as Pending & Hosted, request, beside as unknown[]);
          this.#send({ kind: 'reply', id, value: undefined }, rows);
          return;
        }
        default:
          this.#send({ kind: 'reply', id, value: await askHost({ context, session }, request) });
      }
    } catch (error) {
      // What PostgreSQL says of an error beside its message is for the extension's code.
      const own =
        request.ask === 'sql' && error instanceof Error ? JSON.parse(JSON.stringify({ ...error })) : undefined;
      this.#send({ kind: 'refusal', id, error: toPlainError(error) }, own);
    }
  }

  async #database(pending: Pending & Hosted, request: DatabaseRequest, values: unknown[]): Promise<unknown> {
    const { context, statements, transactions } = pending;
    const signal = AbortSignal.any([context.signal, statements.signal]);
    const database = this.#databaseOf(this.#parts.manifest.id, signal);
    switch (request.ask) {
      case 'giveUp':
        statements.abort(new Error('given up'));
        return undefined;
      case 'sql': {
        const own = request.transaction === undefined ? undefined : transactions.get(request.transaction);
        return (own?.database ?? database).query(request.text, values);
      }
      case 'begin': {
        const begun = Promise.withResolvers<Database>();
        const work = Promise.withResolvers<void>();
        const ended = database.transaction(async (own) => {
          begun.resolve(own);
          await work.promise;
        });
        ended.catch(begun.reject);
        const end = (isCommit: boolean): void => (isCommit ? work.resolve() : work.reject(rolledBack));
        transactions.set(request.transaction, { database: await begun.promise, end, ended });
        return undefined;
      }
      case 'end': {
        const own = transactions.get(request.transaction);
        own?.end(request.isCommit);
        await own?.ended.catch((error: unknown) => {
          if (error !== rolledBack) throw error;
        });
        return undefined;
      }
    }
  }

  #died(error: Error): void {
    for (const { reject } of this.#calls.values()) reject(error);
  }
}

const rolledBack = new Error('rolled back');

function startOf({ manifest, bundle, subgraph, timeoutMs, addresses }: StartParts): ThreadStart {
  const { folder, endpoints, pages, resolverFiles, sdl } = manifest;
  const start: ThreadStart = {
    ...{ bundle, folder, endpoints, pages, resolverFiles, timeoutMs },
    addresses: {
      endpoints: addresses.endpoints.map(({ extension, routeId, path }) => ({ extension, routeId, path })),
      pages: addresses.pages,
    },
    sdl: sdl.map(({ file, document }) => ({ file, text: document.loc?.source.body ?? print(document) })),
    subgraph: subgraph && {
      text: print(subgraph.document),
      types: [...subgraph.types],
      ownedEntities: subgraph.ownedEntities,
    },
  };
  return JSON.parse(JSON.stringify(start));
}
