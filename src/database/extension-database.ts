import type { Database } from '../extension-api.ts';
import {
  cancelOnServer,
  cancelStatements,
  type RunningStatement,
  type RunStatement,
  toItsEnd,
} from './cancel-statements.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import type { Connection } from './connection-pool.ts';
import type { PoolOwner } from './pool-owner.ts';
import { type Statement, send, sharedText } from './send-statement.ts';
import { spoilsSession, wasRefusedUnrun } from './statement-error.ts';
import { preparedLimit, StatementNames } from './statement-names.ts';
import { takeTurns } from './take-turns.ts';
import { rowsAs, runTransaction } from './transaction.ts';

/** A view of one owner's database: for one request, whose signal cancels its statements, or for no request. */
export type DatabaseView = (signal?: AbortSignal) => Database;

/** One extension's (or the gateway's own) database: its statements and transactions use connections of its own role. */
export function extensionDatabase(
  extension: PoolOwner,
  budget: ConnectionBudget,
  onQuery: ((text: string) => void) | undefined,
): DatabaseView {
  budget.register(extension);
  const parts = { extension, budget, onQuery, names: new StatementNames() };
  const always = new View(parts, undefined);
  return (signal) => (signal === undefined ? always : new View(parts, signal));
}

interface ViewParts {
  readonly extension: PoolOwner;
  readonly budget: ConnectionBudget;
  readonly onQuery: ((text: string) => void) | undefined;
  readonly names: StatementNames;
}

/** A class for its speed: each request makes one for each extension that asks the database. */
class View implements Database {
  readonly #parts: ViewParts;
  readonly #signal: AbortSignal | undefined;
  readonly #run: RunStatement;

  constructor(parts: ViewParts, signal: AbortSignal | undefined) {
    this.#parts = parts;
    this.#signal = signal;
    this.#run = signal === undefined ? toItsEnd : cancelStatements(signal);
  }

  // Functions of their own, so that an extension may take them out of the object.

  readonly query: Database['query'] = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    this.#parts.onQuery?.(text);
    const name = this.#parts.names.nameOf(text);
    try {
      return rowsAs<Row>(await this.#send({ text, values, name }));
    } catch (error) {
      if (name === undefined || !wasRefusedUnrun(error)) throw this.#reasonOf(error);
    }
    // A migration has changed the table under a prepared statement; the next connection may have prepared it, too.
    try {
      return rowsAs<Row>(await this.#send({ text, values, name: undefined }));
    } catch (error) {
      throw this.#reasonOf(error);
    }
  };

  readonly transaction: Database['transaction'] = async (work) => {
    const { budget, names, onQuery } = this.#parts;
    const connection = await this.#borrow(undefined);
    let discard = false;
    try {
      // Its state after each statement says whether the transaction is still open.
      const inTurn = takeTurns();
      return await runTransaction(connection, work, (text, values) => {
        onQuery?.(text);
        const statement = { text, values, name: names.nameOf(text) };
        return inTurn(async () => {
          try {
            return await this.#run(() => this.#startAlone(connection, statement));
          } catch (error) {
            discard ||= spoilsSession(error);
            throw this.#reasonOf(error);
          }
        });
      });
    } finally {
      const isOpen = connection.client.getTransactionStatus() !== 'I';
      budget.release(connection, { discard: discard || isOpen || isWornOut(connection) });
    }
  };

  async #borrow(text: string | undefined): Promise<Connection> {
    const { budget, extension } = this.#parts;
    const signal = this.#signal;
    signal?.throwIfAborted();
    return (
      budget.lendAtOnce(extension, text) ?? (await budget.waits.measure(budget.acquire(extension, { signal, text })))
    );
  }

  /** The request ended: that is why its statement failed. PostgreSQL only did as it was told. */
  #reasonOf(error: unknown): unknown {
    if (this.#signal?.aborted === true) return this.#signal.reason;
    // A stack that begins where bytes came in does not lead to the code that sent the statement.
    if (error instanceof Error) Error.captureStackTrace(error);
    return error;
  }

  async #send(statement: Statement): Promise<readonly object[]> {
    const connection = await this.#borrow(sharedText(statement));
    const { budget } = this.#parts;
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
      discard = spoilsSession(error);
      throw error;
    } finally {
      budget.release(connection, { discard });
    }
  }

  #startAlone(connection: Connection, statement: Statement): RunningStatement<readonly object[]> {
    const sent = send(connection, statement);
    const { canceller } = this.#parts.budget;
    return { sent, cancel: () => cancelOnServer(connection, { sent, canceller }) };
  }

  /**
   * A cancel on the server could meet another statement. So the caller is told, and no new statement joins this
   * one.
   */
  #startShared(connection: Connection, statement: Statement): RunningStatement<readonly object[]> {
    const { budget } = this.#parts;
    const { promise, resolve, reject } = Promise.withResolvers<readonly object[]>();
    send(connection, statement).then(
      (rows) => {
        budget.release(connection, { discard: connection.client.getTransactionStatus() !== 'I' });
        resolve(rows);
      },
      (error: unknown) => {
        budget.release(connection, { discard: spoilsSession(error) });
        reject(error);
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
