import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg';
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
import { messageOf, runPrepared, shapeOf } from './prepared-statement.ts';
import { SharedStatements } from './shared-statements.ts';
import { isStalePlan, spoilsSession } from './statement-error.ts';
import { preparedLimit, StatementNames } from './statement-names.ts';
import { startRun } from './statement-pace.ts';
import { takeTurns } from './take-turns.ts';

/** A view of one owner's database: for one request, whose signal cancels its statements, or for no request. */
export type DatabaseView = (signal?: AbortSignal) => Database;

/** One extension's (or the gateway's own) database: each statement or transaction borrows a connection that is its own role's. */
export function extensionDatabase(
  extension: PoolOwner,
  budget: ConnectionBudget,
  onQuery: ((text: string) => void) | undefined,
): DatabaseView {
  budget.register(extension);
  const sharing = new SharedStatements(extension, budget);
  const shared = { extension, budget, onQuery, names: new StatementNames(), sharing };
  const always = new View(shared, undefined);
  return (signal) => (signal === undefined ? always : new View(shared, signal));
}

interface ViewParts {
  readonly extension: PoolOwner;
  readonly budget: ConnectionBudget;
  readonly onQuery: ((text: string) => void) | undefined;
  readonly names: StatementNames;
  readonly sharing: SharedStatements;
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
    const rows = this.#parts.sharing.takes(text) ? await this.#share(text, values) : undefined;
    return rowsAs<Row>(rows ?? (await this.#sendAlone(text, values, this.#parts.names)));
  };

  readonly transaction: Database['transaction'] = async (work) => {
    const { budget, names, onQuery } = this.#parts;
    const connection = await this.#acquire();
    let discard = true;
    try {
      // The driver takes one statement at a time, and the work may well send several at once.
      const inTurn = takeTurns();
      const result = await runTransaction(connection, work, (text, values) => {
        onQuery?.(text);
        return inTurn(async () => {
          try {
            return await this.#run(() => startOn(connection, { text, values, names }));
          } catch (error) {
            throw this.#reasonOf(error);
          }
        });
      });
      discard = isWornOut(connection);
      return result;
    } catch (error) {
      discard = connection.client.getTransactionStatus() !== 'I' || isStalePlan(error);
      throw error;
    } finally {
      budget.release(connection, { discard });
    }
  };

  async #acquire(): Promise<Connection> {
    const { budget, extension } = this.#parts;
    this.#signal?.throwIfAborted();
    return budget.lendIdle(extension) ?? (await budget.waits.measure(budget.acquire(extension, this.#signal)));
  }

  /** Who gave the request up is why its statement failed, not PostgreSQL, which only did as it was told. */
  #reasonOf(error: unknown): unknown {
    return this.#signal?.aborted === true ? this.#signal.reason : error;
  }

  /** Undefined when the statement has to be sent alone after all. */
  async #share(text: string, values: readonly unknown[]): Promise<readonly object[] | undefined> {
    try {
      return await this.#run(() => this.#parts.sharing.start(text, values));
    } catch (error) {
      throw this.#reasonOf(withOwnStack(error));
    }
  }

  /** Prepared under one of these names, or planned anew. */
  async #sendAlone(
    text: string,
    values: readonly unknown[],
    names: StatementNames | undefined,
  ): Promise<readonly object[]> {
    const { budget, sharing: learn } = this.#parts;
    const connection = await this.#acquire();
    let discard = true;
    try {
      const rows = await this.#run(() => startOn(connection, { text, values, names, learn }));
      discard = isWornOut(connection);
      if (connection.client.getTransactionStatus() === 'I') return rows;
      discard = true;
      throw new Error('BEGIN in query() would leave a transaction open for whoever comes next: use transaction().');
    } catch (error) {
      discard = spoilsSession(error);
      if (!isStalePlan(error) || names === undefined) throw this.#reasonOf(error);
    } finally {
      budget.release(connection, { discard });
    }
    // A migration changed the table under a prepared statement. Nothing has run; and the next connection may be no better.
    return await this.#sendAlone(text, values, undefined);
  }
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Undefined for a statement that PostgreSQL plans for this once. */
  readonly names: StatementNames | undefined;
  /** Told how long a prepared statement took. */
  readonly learn?: Pick<SharedStatements, 'learn'>;
}

function startOn(connection: Connection, statement: Statement): RunningStatement<readonly object[]> {
  const sent = send(connection, statement);
  return { sent, cancel: () => cancelOnServer(connection, sent) };
}

interface ExtendedQuery extends QueryConfig<unknown[]> {
  readonly queryMode: 'extended';
}

function sendByDriver(client: Client, statement: QueryConfig<unknown[]>): Promise<QueryResult<QueryResultRow>> {
  // The extended protocol takes one statement only: no text can carry a second one after a semicolon.
  const query: ExtendedQuery = { ...statement, queryMode: 'extended' };
  return client.query<QueryResultRow, unknown[]>(query);
}

async function send(connection: Connection, { text, values, names, learn }: Statement): Promise<readonly object[]> {
  const { client, prepared } = connection;
  const known = names === undefined ? undefined : prepared.get(text);
  const name = known?.name ?? names?.nameOf(text);
  if (name === undefined) return (await sendByDriver(client, { text, values: [...values] })).rows;
  const statement = known ?? { name, shape: undefined };
  prepared.set(text, statement);
  const message = messageOf(statement, values);
  if (message === undefined) {
    const result = await sendByDriver(client, { text, values: [...values], name });
    statement.shape ??= shapeOf(text, result);
    return result.rows;
  }
  const timeOf = startRun();
  try {
    const rows = await runPrepared(client, message);
    learn?.learn(text, timeOf());
    return rows;
  } catch (error) {
    throw withOwnStack(error);
  }
}

// As the driver does for its own queries: a stack that begins where bytes came in does not lead to whoever sent the statement.
function withOwnStack(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

function isWornOut({ prepared }: Connection): boolean {
  return prepared.size >= preparedLimit;
}

type Send = (text: string, values: readonly unknown[]) => Promise<readonly QueryResultRow[]>;

async function runTransaction<Result>(
  { client }: Connection,
  work: (transaction: Database) => Promise<Result>,
  sendStatement: Send,
): Promise<Result> {
  await client.query('begin');
  const scope = openScope(client, sendStatement, 1);
  try {
    const result = await work(scope.database);
    scope.end();
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT with ROLLBACK when a statement has failed and the work went on regardless.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    scope.end();
    await rollback(client, 'rollback');
    throw error;
  }
}

interface Scope {
  readonly database: Database;
  /** From here on, the work's leftovers are refused. */
  end(): void;
}

function openScope(client: Client, sendStatement: Send, depth: number): Scope {
  let ended = false;
  // Savepoints are a stack, so nested transactions that were started side by side run one after the other.
  const inTurn = takeTurns();
  const requireOpen = (): void => {
    if (ended) throw new Error('This transaction has ended; await everything that you do in it.');
  };
  const database: Database = {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      requireOpen();
      const rows = await sendStatement(text, values);
      if (client.getTransactionStatus() !== 'I') return rowsAs<Row>(rows);
      throw new Error('A statement ended the transaction: leave COMMIT and ROLLBACK to transaction().');
    },
    async transaction(work) {
      requireOpen();
      return await inTurn(() => {
        requireOpen();
        return runNested(client, work, { sendStatement, depth });
      });
    },
  };
  return {
    database,
    end() {
      ended = true;
    },
  };
}

async function runNested<Result>(
  client: Client,
  work: (transaction: Database) => Promise<Result>,
  { sendStatement, depth }: { sendStatement: Send; depth: number },
): Promise<Result> {
  const savepoint = `stoa_${depth}`;
  await client.query(`savepoint ${savepoint}`);
  const scope = openScope(client, sendStatement, depth + 1);
  try {
    const result = await work(scope.database);
    scope.end();
    await client.query(`release savepoint ${savepoint}`);
    return result;
  } catch (error) {
    scope.end();
    await rollback(client, `rollback to savepoint ${savepoint}`);
    throw error;
  }
}

// The error that led here is the one to tell; a connection that cannot even roll back is discarded by its status.
async function rollback(client: Client, text: string): Promise<void> {
  await client.query(text).catch(() => undefined);
}

/** The row's type is the extension's own claim, which only its SQL can prove. */
function rowsAs<Row extends object>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
