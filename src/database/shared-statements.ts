import type { ConnectionBudget } from './connection-budget.ts';
import type { Connection } from './connection-pool.ts';
import type { PoolOwner } from './pool-owner.ts';
import { messageOf } from './prepared-statement.ts';
import { type PartOfBatch, SharedStatement, StatementBatch } from './statement-batch.ts';
import { preparedLimit } from './statement-names.ts';
import { isShareable, type RunTime, StatementPace } from './statement-pace.ts';

/** So many statements wait for each other at most. */
const largestBatch = 8;

/**
 * One extension's statements that come at the same time, from whichever request: they share a connection, and go out in one write.
 * A write to PostgreSQL wakes another process, which costs more than all else that is done for a short statement. Those
 * that do not only read, or have not been fast lately, go alone, as does what a connection has not prepared yet.
 */
export class SharedStatements {
  readonly #extension: PoolOwner;
  readonly #budget: ConnectionBudget;
  /** By text; null for what always goes alone. */
  readonly #paces = new Map<string, StatementPace | null>();
  readonly #waiting: SharedStatement[] = [];
  #isLeaving = false;

  constructor(extension: PoolOwner, budget: ConnectionBudget) {
    this.#extension = extension;
    this.#budget = budget;
  }

  takes(text: string): boolean {
    return this.#paces.get(text)?.isFast === true;
  }

  /** Counts how long a prepared statement took alone. */
  learn(text: string, time: RunTime): void {
    let pace = this.#paces.get(text);
    if (pace === undefined) {
      if (this.#paces.size >= preparedLimit) this.#paces.clear();
      pace = isShareable(text) ? new StatementPace() : null;
      this.#paces.set(text, pace);
    }
    pace?.count(time);
  }

  start(text: string, values: readonly unknown[]): SharedStatement {
    const statement = new SharedStatement(text, values);
    this.#waiting.push(statement);
    if (!this.#isLeaving) {
      this.#isLeaving = true;
      // When all that has come in meanwhile has been looked at.
      setImmediate(this.#leave);
    }
    return statement;
  }

  readonly #leave = async (): Promise<void> => {
    while (this.#waiting.length > 0) {
      const idle = this.#budget.lendIdle(this.#extension);
      const lent = idle ?? (await this.#acquire());
      if (lent !== undefined) this.#send(lent);
    }
    this.#isLeaving = false;
  };

  /** Undefined when there is none to be had, which those who wait have been told. */
  async #acquire(): Promise<Connection | undefined> {
    try {
      return await this.#budget.waits.measure(this.#budget.acquire(this.#extension));
    } catch (error) {
      for (const statement of this.#waiting.splice(0, largestBatch)) statement.reject(error);
      return undefined;
    }
  }

  #send(connection: Connection): void {
    const parts: PartOfBatch[] = [];
    for (const statement of this.#waiting.splice(0, largestBatch)) {
      if (statement.isGivenUp) continue;
      try {
        const known = connection.prepared.get(statement.text);
        const message = known === undefined ? undefined : messageOf(known, statement.values);
        if (message === undefined) statement.resolve(undefined);
        else parts.push({ statement, message });
      } catch (error) {
        // A value that cannot be written is its sender's alone.
        statement.reject(error);
      }
    }
    new StatementBatch(connection, parts, this).send();
  }

  first({ text }: SharedStatement, time: RunTime): void {
    this.learn(text, time);
  }

  end(connection: Connection, { discard }: { readonly discard: boolean }): void {
    this.#budget.release(connection, { discard });
  }
}
