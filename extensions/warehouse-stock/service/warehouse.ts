import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Holds, type State } from './holds.ts';
import { type Level, Levels, type Line } from './levels.ts';

export interface Held {
  readonly order: string;
  readonly state: State | 'UNKNOWN';
  readonly missing: readonly string[];
}

/**
 * A small warehouse, in one SQLite file. Each call is one transaction, and may come twice and in any order. What is
 * answered first for an order is answered ever after.
 */
export class Warehouse {
  readonly #database: DatabaseSync;
  readonly #levels: Levels;
  readonly #holds: Holds;

  /** `:memory:` keeps nothing. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full');
    this.#database.exec(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'));
    this.#levels = new Levels(this.#database);
    this.#holds = new Holds(this.#database);
  }

  levels(skus: readonly string[]): readonly Level[] {
    return skus.flatMap((sku) => this.#levels.find(sku) ?? []);
  }

  /** `accepted` is false where orders hold more than that, and nothing changes. */
  count(sku: string, onHand: number): Level & { readonly accepted: boolean } {
    return this.#transaction(() => {
      const accepted = this.#levels.count(sku, onHand);
      return { ...(this.#levels.find(sku) ?? { sku, onHand, reserved: 0 }), accepted };
    });
  }

  /** Holds all lines or none. */
  hold(order: string, lines: readonly Line[], until: number): Held {
    return this.#transaction(() => {
      if (this.#holds.find(order) !== undefined) return this.#held(order);
      const { counted, missing } = this.#levels.look(lines);
      if (missing.length > 0) {
        this.#holds.insert(order, 'OUT', { missing });
        return this.#held(order);
      }
      this.#holds.insert(order, 'HELD', { until });
      this.#holds.insertLines(order, lines, counted);
      this.#levels.change(counted, { reserved: 1 });
      return this.#held(order);
    });
  }

  /** Sells what is held. What was given back is taken again where there is enough: the buyer has paid late. */
  commit(order: string): Held {
    return this.#transaction(() => {
      const { state } = this.#held(order);
      if (state === 'HELD') {
        this.#levels.change(this.#counted(order), { onHand: -1, reserved: -1 });
        this.#holds.move(order, 'COMMITTED');
      }
      if (state === 'RELEASED') this.#takeAgain(order);
      return this.#held(order);
    });
  }

  /**
   * Gives back what is held. Without a hold it leaves a tombstone, so that a hold that comes later takes nothing. What
   * is given back for good is OUT, so that a commit that comes later takes nothing either.
   */
  release(order: string, { forGood = false } = {}): Held {
    return this.#transaction(() => {
      const { state } = this.#held(order);
      if (state === 'UNKNOWN') this.#holds.insert(order, 'RELEASED');
      if (state === 'HELD') this.#giveBack(order);
      if (forGood && this.#held(order).state === 'RELEASED') this.#holds.move(order, 'OUT');
      return this.#held(order);
    });
  }

  /** Puts sold pieces back, once for each key. False where the order has not bought so many. */
  giveBack(order: string, key: string, lines: readonly Line[]): boolean {
    return this.#transaction(() => {
      const { state } = this.#held(order);
      const before = this.#holds.findReturn(order, key);
      if (state === 'UNKNOWN' || before !== undefined) return before ?? false;
      const accepted = state === 'COMMITTED' && this.#takeBack(order, lines);
      this.#holds.insertReturn(order, key, accepted);
      return accepted;
    });
  }

  /** Gives back what orders have held for too long. */
  endExpired(now: number): void {
    while (this.#endNext(now));
  }

  /** For those who look into its books: all levels by SKU, and all orders that it knows. */
  allLevels(): readonly Level[] {
    return this.#levels.all();
  }

  orders(): readonly Held[] {
    return this.#holds.all().map((order) => this.#held(order));
  }

  /** Empties it, and counts anew. */
  reset(levels: Readonly<Record<string, number>>): void {
    this.#transaction(() => {
      for (const table of ['return_note', 'hold_line', 'hold', 'level']) this.#database.exec(`delete from ${table}`);
      for (const [sku, onHand] of Object.entries(levels)) this.#levels.count(sku, onHand);
    });
  }

  close(): void {
    this.#database.close();
  }

  #held(order: string): Held {
    const { state, missing } = this.#holds.find(order) ?? { state: 'UNKNOWN', missing: [] };
    return { order, state, missing };
  }

  #counted(order: string): readonly Line[] {
    return this.#holds.lines(order).filter(({ isCounted }) => isCounted);
  }

  /** False when no hold is over. */
  #endNext(now: number): boolean {
    return this.#transaction(() => {
      const order = this.#holds.expired(now);
      if (order !== undefined) this.#giveBack(order);
      return order !== undefined;
    });
  }

  #giveBack(order: string): void {
    this.#levels.change(this.#counted(order), { reserved: -1 });
    this.#holds.move(order, 'RELEASED');
  }

  #takeAgain(order: string): void {
    const lines = this.#holds.lines(order);
    const { counted, missing } = this.#levels.look(lines);
    // A release that came before its hold has no lines: nothing can be sold for it.
    if (lines.length === 0 || missing.length > 0) this.#holds.move(order, 'OUT', missing);
    else {
      this.#holds.markCounted(order, counted);
      this.#levels.change(counted, { onHand: -1 });
      this.#holds.move(order, 'COMMITTED');
    }
  }

  #takeBack(order: string, lines: readonly Line[]): boolean {
    const bought = new Map(this.#holds.lines(order).map((line) => [line.sku, line]));
    const isBought = ({ sku, quantity }: Line) => {
      const line = bought.get(sku);
      return line !== undefined && line.returned + quantity <= line.quantity;
    };
    if (!lines.every(isBought)) return false;
    this.#holds.noteReturned(order, lines);
    this.#levels.change(
      lines.filter(({ sku }) => bought.get(sku)?.isCounted),
      { onHand: 1 },
    );
    return true;
  }

  #transaction<Value>(work: () => Value): Value {
    this.#database.exec('begin immediate');
    try {
      const value = work();
      this.#database.exec('commit');
      return value;
    } catch (error) {
      this.#database.exec('rollback');
      throw error;
    }
  }
}
