import { AsyncLocalStorage } from 'node:async_hooks';
import { createMutex } from '#base';
import type { Database, Transaction } from '#extension-api';
import type { Handover, WrittenMail } from '#extensions';
import type { Connection } from '../pool/connection-pool.ts';
import { withoutFunction } from '../stores/audit-trail.ts';
import { sendCommand } from './send-statement.ts';

export interface TransactionParts extends Pick<Transaction, 'record' | 'publish' | 'later'> {
  readonly sendStatement: (text: string, values: readonly unknown[]) => Promise<readonly object[]>;
  /** Writes a mail. What it resolves with puts it into the queue. */
  readonly writeMail: (...mail: WrittenMail) => Promise<() => Promise<void>>;
}

/**
 * The transaction in whose work this code runs. Follows what the work calls and awaits, and nothing else of the same
 * request. `isOpen` ends it for what the work has left behind, such as a timer.
 */
const around = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Throws within the work of a transaction: what waits for another connection there may wait for itself. */
export function refuseInTransaction(call: string, fix = 'Ask before the transaction, or after it.'): void {
  if (around.getStore()?.isOpen !== true) return;
  throw new Error(
    `${call} within database.transaction: it may need a connection, while the transaction holds one. Many such requests wait for each other until all fail. ${fix}`,
  );
}

/** Implements `context.later` and `context.mail`. */
export async function handOver(
  call: 'later' | 'mail',
  database: Database,
  write: () => Promise<Handover>,
): Promise<void> {
  refuseInTransaction(`context.${call}`, `Call transaction.${call}, which counts only if the transaction commits.`);
  const { text, values } = await write();
  await database.query(text, values).catch((error: unknown) => {
    throw withoutFunction(call, error);
  });
}

/** Runs work in a transaction on a lent connection, or inside of one at a greater depth. Rolls back when it fails. */
export async function runTransaction<Result>(
  connection: Connection,
  work: (transaction: Transaction) => Promise<Result>,
  parts: TransactionParts,
  depth = 0,
): Promise<Result> {
  const savepoint = `savepoint stoa_${depth}`;
  const isOutermost = depth === 0;
  await sendCommand(connection, isOutermost ? 'begin' : savepoint);
  const scope = openScope(connection, parts, depth + 1);
  try {
    const result = await (isOutermost ? asTransaction(() => work(scope.database)) : work(scope.database));
    scope.end();
    const command = await sendCommand(connection, isOutermost ? 'commit' : `release ${savepoint}`);
    // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the work ignored it.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    scope.end();
    // The original error is the one to report. A connection that cannot roll back is discarded by its status.
    await sendCommand(connection, isOutermost ? 'rollback' : `rollback to ${savepoint}`).catch(() => undefined);
    throw error;
  }
}

async function asTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const state = { isOpen: true };
  try {
    return await around.run(state, work);
  } finally {
    state.isOpen = false;
  }
}

interface Scope {
  readonly database: Transaction;
  /** Refuses all later statements of the work. */
  end(): void;
}

function openScope(connection: Connection, parts: TransactionParts, depth: number): Scope {
  let ended = false;
  // Savepoints are a stack, so concurrent nested transactions run one after the other.
  const inTurn = createMutex();
  const requireOpen = (): void => {
    if (ended) throw new Error('This transaction has ended; await everything that you do in it.');
  };
  const database: Transaction = {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      requireOpen();
      const rows = await parts.sendStatement(text, values);
      if (connection.client.getTransactionStatus() !== 'I') return rowsAs<Row>(rows);
      throw new Error('A statement ended the transaction: leave COMMIT and ROLLBACK to transaction().');
    },
    async record(entry) {
      requireOpen();
      await parts.record(entry);
    },
    async publish(...event) {
      requireOpen();
      await parts.publish(...event);
    },
    async later(...run) {
      requireOpen();
      await parts.later(...run);
    },
    async mail(...mail) {
      requireOpen();
      const send = await parts.writeMail(...mail);
      requireOpen();
      await send();
    },
    async transaction(work) {
      requireOpen();
      return await inTurn(() => {
        requireOpen();
        return runTransaction(connection, work, parts, depth);
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

/** Types rows as the extension claims. Only its SQL can prove the claim. */
export function rowsAs<Row extends object>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
