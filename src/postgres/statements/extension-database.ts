import { LRUCache } from 'lru-cache';
import { createMutex, errorCode, RequestError } from '#base';
import type { Database } from '#extension-api';
import { type Handover, noOutbox, type Outbox } from '#extensions';
import { readOnlyTransaction, readsOnly } from '../connection/connect.ts';
import type { ConnectionBudget } from '../pool/connection-budget.ts';
import type { Connection, PoolOwner } from '../pool/connection-pool.ts';
import { databaseAway } from '../pool/outage-watch.ts';
import { type Author, recordStatement, withoutFunction } from '../stores/audit-trail.ts';
import {
  cancelOnServer,
  cancelStatements,
  type RunningStatement,
  type RunStatement,
  withoutCancellation,
} from './cancel-statements.ts';
import { type Statement, send, sharedText } from './send-statement.ts';
import { asRequestError, invalidatesSession, wasRejectedBeforeExecution } from './statement-error.ts';
import { rowsAs, runTransaction, type TransactionParts } from './transaction.ts';

/** The database of one owner: with a signal for one request, without one for all other work. */
export type DatabaseView = (signal?: AbortSignal, author?: Author, outbox?: Outbox) => Database;

/** Creates the database of one extension, or of the gateway itself. It uses connections of its owner's role. */
export function extensionDatabase(
  extension: PoolOwner,
  budget: ConnectionBudget,
  observe: DatabaseObserver = {},
): DatabaseView {
  budget.register(extension);
  const owner = { extension, budget, observe, names: new StatementNames() };
  const always = new View(owner);
  return (signal, author, outbox) =>
    signal === undefined && outbox === undefined ? always : new View(owner, signal, { author, outbox });
}

export interface DatabaseObserver {
  /** Called for each statement. */
  readonly onQuery?: ((text: string) => void) | undefined;
  /** Throws while the server does not answer. */
  readonly requireUp?: (() => void) | undefined;
  /** Called when a change failed because the server takes none. */
  readonly onReadOnly?: (() => void) | undefined;
  /** Called when a statement failed because the database cannot work. */
  readonly onOutage?: ((error: unknown) => void) | undefined;
}

interface Owner {
  readonly extension: PoolOwner;
  readonly budget: ConnectionBudget;
  readonly observe: DatabaseObserver;
  readonly names: StatementNames;
}

/** A class for speed: each request creates one for each extension that uses the database. */
class View implements Database {
  readonly #owner: Owner;
  readonly #signal: AbortSignal | undefined;
  readonly #author: Author | undefined;
  readonly #outbox: Outbox;
  readonly #run: RunStatement;

  constructor(
    owner: Owner,
    signal?: AbortSignal,
    { author, outbox = noOutbox }: { readonly author?: Author | undefined; readonly outbox?: Outbox | undefined } = {},
  ) {
    this.#owner = owner;
    this.#signal = signal;
    this.#author = author;
    this.#outbox = outbox;
    this.#run = signal === undefined ? withoutCancellation : cancelStatements(signal);
  }

  // Arrow functions, so that an extension may destructure them.

  readonly query: Database['query'] = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    this.#owner.observe.onQuery?.(text);
    const name = this.#owner.names.nameOf(text);
    try {
      return rowsAs<Row>(await this.#send({ text, values, name }));
    } catch (error) {
      if (name === undefined || !wasRejectedBeforeExecution(error)) throw this.#reasonOf(error);
    }
    // A migration changed the table of a prepared statement. The next connection may have prepared it too.
    try {
      return rowsAs<Row>(await this.#send({ text, values, name: undefined }));
    } catch (error) {
      throw this.#reasonOf(error);
    }
  };

  readonly transaction: Database['transaction'] = async (work) => {
    const { budget, names, observe } = this.#owner;
    const connection = await this.#borrow(undefined);
    let discard = false;
    try {
      // The state after each statement shows whether the transaction is still open.
      const inTurn = createMutex();
      const sendStatement: TransactionParts['sendStatement'] = (text, values) => {
        observe.onQuery?.(text);
        const statement = { text, values, name: names.nameOf(text) };
        return inTurn(async () => {
          try {
            return await this.#run(() => this.#startAlone(connection, statement));
          } catch (error) {
            discard ||= invalidatesSession(error);
            throw this.#reasonOf(error);
          }
        });
      };
      return await runTransaction(connection, work, { sendStatement, ...this.#callsOf(sendStatement) });
    } catch (error) {
      throw this.#signal?.aborted === true ? error : asRequestError(await this.#explain(connection, error));
    } finally {
      const isOpen = connection.client.getTransactionStatus() !== 'I';
      budget.release(connection, { discard: discard || isOpen || isWornOut(connection) });
    }
  };

  /** What a transaction does by functions of the shop's database. */
  #callsOf(sendStatement: TransactionParts['sendStatement']): Omit<TransactionParts, 'sendStatement'> {
    const call = async (name: string, { text, values }: Handover): Promise<void> => {
      await sendStatement(text, values).catch((error: unknown) => {
        throw withoutFunction(name, error);
      });
    };
    return {
      record: async (entry) => call('record', recordStatement(this.#owner.extension, entry, this.#author)),
      publish: async (...event) => call('publish', this.#outbox.publish(...event, this.#author)),
      later: async (...run) => call('later', this.#outbox.later(run, this.#author)),
      writeMail: async (...mail) => {
        const handover = await this.#outbox.mail(...mail);
        return () => call('mail', handover);
      },
    };
  }

  /** A refused change is an outage where the server takes none, and a bug in a transaction that is to read only. */
  async #explain({ client }: Connection, error: unknown): Promise<unknown> {
    if (errorCode(error) !== readOnlyTransaction || client.getTransactionStatus() !== 'I') return error;
    if (!(await readsOnly(client).catch(() => false))) return error;
    this.#owner.observe.onReadOnly?.();
    return databaseAway(error);
  }

  async #borrow(text: string | undefined): Promise<Connection> {
    const { budget, extension, observe } = this.#owner;
    const signal = this.#signal;
    signal?.throwIfAborted();
    observe.requireUp?.();
    return budget.lendAtOnce(extension, text) ?? (await budget.acquire(extension, { signal, text }));
  }

  /** The signal's reason when the request was aborted: then PostgreSQL's error is only the consequence. */
  #reasonOf(error: unknown): unknown {
    if (this.#signal?.aborted === true) return this.#signal.reason;
    // The original stack begins at the socket. This one leads to the code that sent the statement.
    const known = asRequestError(error);
    if (known === error && error instanceof Error) Error.captureStackTrace(error);
    else if (known instanceof RequestError && known.code === 'UNAVAILABLE') this.#owner.observe.onOutage?.(error);
    return known;
  }

  async #send(statement: Statement): Promise<readonly object[]> {
    const connection = await this.#borrow(sharedText(statement));
    const { budget } = this.#owner;
    if (this.#signal?.aborted === true) {
      budget.release(connection);
      throw this.#signal.reason;
    }
    if (connection.sharedBy > 0) return await this.#run(() => this.#startShared(connection, statement));
    let discard = true;
    try {
      const rows = await this.#run(() => this.#startAlone(connection, statement));
      if (connection.client.getTransactionStatus() !== 'I')
        throw new Error('BEGIN in query() would leave a transaction open for the next statement: use transaction().');
      if (statement.name !== undefined) connection.shareable.add(statement.text);
      discard = isWornOut(connection);
      return rows;
    } catch (error) {
      discard = invalidatesSession(error);
      throw await this.#explain(connection, error);
    } finally {
      budget.release(connection, { discard });
    }
  }

  #startAlone(connection: Connection, statement: Statement): RunningStatement<readonly object[]> {
    const sent = send(connection, statement);
    const { canceller } = this.#owner.budget;
    return { sent, cancel: () => cancelOnServer(connection, { sent, canceller }) };
  }

  /**
   * A cancel request could hit another statement of the connection. So only the caller gets an error, and no further
   * statement shares this connection.
   */
  #startShared(connection: Connection, statement: Statement): RunningStatement<readonly object[]> {
    const { budget } = this.#owner;
    const { promise, resolve, reject } = Promise.withResolvers<readonly object[]>();
    send(connection, statement).then(
      (rows) => {
        budget.release(connection, { discard: connection.client.getTransactionStatus() !== 'I' });
        resolve(rows);
      },
      (error: unknown) => {
        const settle = (reason: unknown): void => {
          budget.release(connection, { discard: invalidatesSession(error) });
          reject(reason);
        };
        this.#explain(connection, error).then(settle, settle);
      },
    );
    return {
      sent: promise,
      async cancel() {
        budget.drain(connection);
        reject(new Error('The statement was given up.'));
      },
    };
  }
}

function isWornOut({ prepared }: Connection): boolean {
  return prepared.size >= preparedLimit;
}

/**
 * Names for prepared statements, so that PostgreSQL plans a text once for each connection. A text gets its name when it
 * occurs for the second time. Texts that differ in every request get none and take no memory, here or in the server.
 */
class StatementNames {
  readonly #seen = new LRUCache<string, { name: string | undefined }>({ max: 500 });
  #last = 0;

  /** A name is never reused: a text that was evicted and returns gets a new one. */
  nameOf(text: string): string | undefined {
    const seen = this.#seen.get(text);
    if (seen === undefined) {
      this.#seen.set(text, { name: undefined });
      return undefined;
    }
    seen.name ??= `stoa_${++this.#last}`;
    return seen.name;
  }
}

/** A connection with this many prepared statements closes after use: only that frees their memory in the server. */
const preparedLimit = 1000;
