import type { DatabaseSync } from 'node:sqlite';
import type { Line } from './levels.ts';

export type State = 'HELD' | 'OUT' | 'RELEASED' | 'COMMITTED';

interface HoldLine extends Line {
  readonly isCounted: boolean;
  readonly returned: number;
}

/** One row for each order, and its lines. */
export class Holds {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(): readonly string[] {
    const rows = this.#database.prepare('select order_id from hold order by order_id').all();
    return rows.map(({ order_id }) => String(order_id));
  }

  find(order: string): { readonly state: State; readonly missing: readonly string[] } | undefined {
    const row = this.#database.prepare('select state, missing from hold where order_id = ?').get(order);
    if (row === undefined) return undefined;
    return { state: stateOf(row.state), missing: JSON.parse(String(row.missing)) };
  }

  insert(order: string, state: State, { missing = [], until }: { missing?: readonly string[]; until?: number } = {}) {
    const text = 'insert into hold (order_id, state, missing, expires_at) values (?, ?, ?, ?)';
    this.#database.prepare(text).run(order, state, JSON.stringify(missing), until ?? null);
  }

  move(order: string, state: State, missing: readonly string[] = []): void {
    const text = 'update hold set state = ?, missing = ? where order_id = ?';
    this.#database.prepare(text).run(state, JSON.stringify(missing), order);
  }

  insertLines(order: string, lines: readonly Line[], counted: readonly Line[]): void {
    const text = 'insert into hold_line (order_id, sku, quantity, counted) values (?, ?, ?, ?)';
    const statement = this.#database.prepare(text);
    for (const line of lines) statement.run(order, line.sku, line.quantity, Number(counted.includes(line)));
  }

  lines(order: string): readonly HoldLine[] {
    const text = 'select sku, quantity, counted, returned from hold_line where order_id = ? order by sku';
    return this.#database
      .prepare(text)
      .all(order)
      .map((row) => ({
        sku: String(row.sku),
        quantity: Number(row.quantity),
        isCounted: row.counted === 1,
        returned: Number(row.returned),
      }));
  }

  /** Writes anew which lines have changed a level. */
  markCounted(order: string, counted: readonly Line[]): void {
    const statement = this.#database.prepare('update hold_line set counted = ? where order_id = ? and sku = ?');
    for (const { sku } of this.lines(order))
      statement.run(Number(counted.some((line) => line.sku === sku)), order, sku);
  }

  noteReturned(order: string, lines: readonly Line[]): void {
    const text = 'update hold_line set returned = returned + ? where order_id = ? and sku = ?';
    const statement = this.#database.prepare(text);
    for (const { sku, quantity } of lines) statement.run(quantity, order, sku);
  }

  /** What a return was answered before. */
  findReturn(order: string, key: string): boolean | undefined {
    const text = 'select accepted from return_note where order_id = ? and key = ?';
    const row = this.#database.prepare(text).get(order, key);
    return row && row.accepted === 1;
  }

  insertReturn(order: string, key: string, accepted: boolean): void {
    const text = 'insert into return_note (order_id, key, accepted) values (?, ?, ?)';
    this.#database.prepare(text).run(order, key, Number(accepted));
  }

  /** The order whose hold is over for longest. */
  expired(now: number): string | undefined {
    const text = `select order_id from hold where state = 'HELD' and expires_at <= ? order by expires_at limit 1`;
    const row = this.#database.prepare(text).get(now);
    return row && String(row.order_id);
  }
}

function stateOf(text: unknown): State {
  if (text === 'HELD' || text === 'OUT' || text === 'RELEASED' || text === 'COMMITTED') return text;
  throw new Error(`no state: ${String(text)}`);
}
