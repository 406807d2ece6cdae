import type { DatabaseSync } from 'node:sqlite';

/** Pieces of one SKU. */
export interface Line {
  readonly sku: string;
  readonly quantity: number;
}

export interface Level {
  readonly sku: string;
  readonly onHand: number;
  readonly reserved: number;
}

/** What is on hand of each SKU, and what orders hold of it. */
export class Levels {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(): readonly Level[] {
    const rows = this.#database.prepare('select sku from level order by sku').all();
    return rows.flatMap(({ sku }) => this.find(String(sku)) ?? []);
  }

  /** Undefined: not counted. */
  find(sku: string): Level | undefined {
    const text = 'select on_hand, reserved from level where sku = ?';
    const row = this.#database.prepare(text).get(sku);
    return row && { sku, onHand: Number(row.on_hand), reserved: Number(row.reserved) };
  }

  /** False where orders hold more than that. */
  count(sku: string, onHand: number): boolean {
    const text = `insert into level (sku, on_hand) values (?, ?)
      on conflict (sku) do update set on_hand = excluded.on_hand where level.reserved <= excluded.on_hand`;
    return this.#database.prepare(text).run(sku, onHand).changes > 0;
  }

  /** The lines whose SKUs are counted, and the SKUs of which there is too little. */
  look(lines: readonly Line[]): { readonly counted: readonly Line[]; readonly missing: readonly string[] } {
    const counted = lines.filter(({ sku }) => this.find(sku) !== undefined);
    const isMissing = ({ sku, quantity }: Line) => {
      const level = this.find(sku);
      return level !== undefined && quantity > level.onHand - level.reserved;
    };
    return { counted, missing: counted.filter(isMissing).map(({ sku }) => sku) };
  }

  /** By how much each piece of a line changes what is on hand, and what is reserved. */
  change(lines: readonly Line[], { onHand = 0, reserved = 0 }: { onHand?: -1 | 0 | 1; reserved?: -1 | 0 | 1 }): void {
    const text = 'update level set on_hand = on_hand + ?, reserved = reserved + ? where sku = ?';
    const statement = this.#database.prepare(text);
    for (const { sku, quantity } of lines) statement.run(quantity * onHand, quantity * reserved, sku);
  }
}
