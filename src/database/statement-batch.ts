import { cancelOnServer, type RunningStatement } from './cancel-statements.ts';
import type { Connection } from './connection-pool.ts';
import { type StatementMessage, StatementRun } from './prepared-statement.ts';
import { isRefusal, isStalePlan, spoilsSession, wasCancelled } from './statement-error.ts';
import { type RunTime, startRun } from './statement-pace.ts';

/** A statement that shares a connection with others of its extension. */
export class SharedStatement implements RunningStatement<readonly object[] | undefined> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Its rows; undefined when it has to be sent alone, and nothing has come of it here. */
  readonly sent: Promise<readonly object[] | undefined>;
  readonly resolve: (rows: readonly object[] | undefined) => void;
  readonly reject: (reason: unknown) => void;
  /** Nobody waits for it any longer. */
  isGivenUp = false;
  /** Set while PostgreSQL is at it. */
  batch: StatementBatch | undefined;
  /** Called when PostgreSQL has answered, by whoever cancels it. */
  onOver: (() => void) | undefined;

  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
    const { promise, resolve, reject } = Promise.withResolvers<readonly object[] | undefined>();
    this.sent = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  async cancel(): Promise<void> {
    this.isGivenUp = true;
    if (this.batch !== undefined) await this.batch.cancel(this);
    // It may be on its way already: then it is cancelled when its turn comes.
    else this.reject(new Error('The statement was given up.'));
  }
}

export interface PartOfBatch {
  readonly statement: SharedStatement;
  readonly message: StatementMessage;
}

/** What a batch tells whoever lent it the connection. */
export interface BatchEvents {
  /** How long the first of its statements took. */
  first(statement: SharedStatement, time: RunTime): void;
  end(connection: Connection, use: { readonly discard: boolean }): void;
}

/**
 * Statements that go to PostgreSQL in one write. Each is a transaction of its own, with its own Sync, so that one which fails leaves the
 * others alone. The driver takes them one after the other, as their answers come; only the first has something to send.
 */
export class StatementBatch {
  readonly #connection: Connection;
  readonly #parts: readonly PartOfBatch[];
  readonly #events: BatchEvents;
  readonly #cancels: Promise<void>[] = [];
  #at = 0;
  #timeOf: (() => RunTime) | undefined;
  #discard = false;

  constructor(connection: Connection, parts: readonly PartOfBatch[], events: BatchEvents) {
    this.#connection = connection;
    this.#parts = parts;
    this.#events = events;
  }

  send(): void {
    const [first] = this.#parts;
    if (first === undefined) {
      this.#end();
      return;
    }
    this.#timeOf = startRun();
    const bytes = this.#parts.length === 1 ? first.message.bytes : Buffer.concat(this.#parts.map(bytesOf));
    this.#run(first, bytes);
  }

  /** Cancels the one that is running. A cancel may come late, and meet the next. */
  async cancel(statement: SharedStatement): Promise<void> {
    const over = new Promise<void>((resolve) => {
      statement.onOver = resolve;
    });
    const cancelled = cancelOnServer(this.#connection, over);
    this.#cancels.push(cancelled);
    await cancelled;
  }

  #run({ statement, message: { shape } }: PartOfBatch, bytes: Buffer | undefined): void {
    const index = this.#at;
    statement.batch = this;
    // The driver may tell of two failures; what comes second says nothing new.
    const isOver = (): boolean => this.#at !== index;
    const run = new StatementRun({
      bytes,
      shape,
      resolve: (rows) => {
        if (isOver()) return;
        this.#next(statement);
        statement.resolve(rows);
      },
      reject: (error) => {
        if (isOver()) return;
        const wasMeant = statement.isGivenUp || this.#cancels.length === 0 || !wasCancelled(error);
        const isStale = isStalePlan(error);
        this.#discard ||= spoilsSession(error);
        if (isRefusal(error)) this.#next(statement);
        else this.#breakOff(statement);
        if (wasMeant && !isStale) statement.reject(error);
        else statement.resolve(undefined);
      },
    });
    this.#connection.client.query(run);
    if (statement.isGivenUp) void this.cancel(statement);
  }

  #next(done: SharedStatement): void {
    leave(done);
    if (this.#at === 0 && this.#timeOf !== undefined) this.#events.first(done, this.#timeOf());
    const next = this.#parts[++this.#at];
    if (next === undefined) this.#end();
    else this.#run(next, undefined);
  }

  /** The connection is gone, and with it what stood behind this one: PostgreSQL has not come to that. */
  #breakOff(last: SharedStatement): void {
    leave(last);
    for (const { statement } of this.#parts.slice(this.#at + 1)) statement.resolve(undefined);
    this.#at = this.#parts.length;
    this.#end();
  }

  #end(): void {
    const end = (): void => this.#events.end(this.#connection, { discard: this.#discard });
    // A cancel that is still on its way would meet the connection's next statement.
    if (this.#cancels.length === 0) end();
    else void Promise.all(this.#cancels).then(end);
  }
}

function leave(statement: SharedStatement): void {
  statement.batch = undefined;
  statement.onOver?.();
}

function bytesOf({ message }: PartOfBatch): Buffer {
  return message.bytes;
}
