/** An item's neighbours in a list. An item is in one list at a time. Only the list changes them. */
export interface Linked<Item> {
  before: Item | undefined;
  after: Item | undefined;
}

/**
 * Items in the order in which they came. Each is removed at once, wherever it is. For items that leave soon: a Map or
 * Set links its outgrown tables, and a table that V8 has moved to the old space keeps the items of later ones until
 * the next full collection. See docs/decisions/010-pages.md.
 */
export class LinkedList<Item extends Linked<Item>> {
  #first: Item | undefined;
  #last: Item | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Item | undefined {
    return this.#first;
  }

  append(item: Item): void {
    item.before = this.#last;
    item.after = undefined;
    if (this.#last === undefined) this.#first = item;
    else this.#last.after = item;
    this.#last = item;
    this.#size++;
  }

  /** Returns false for an item that is in no list. */
  remove(item: Item): boolean {
    const { before, after } = item;
    if (before === undefined && after === undefined && this.#first !== item) return false;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    // A removed item must not lead to those that came after it.
    item.before = undefined;
    item.after = undefined;
    this.#size--;
    return true;
  }

  /** The current item may be removed during the iteration. */
  *[Symbol.iterator](): Iterator<Item> {
    for (let item = this.#first; item !== undefined; ) {
      const { after } = item;
      yield item;
      item = after;
    }
  }
}
