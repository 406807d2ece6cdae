/** What has a place in a list; in one list at a time. The list's own business. */
export interface Linked<Item> {
  before: Item | undefined;
  after: Item | undefined;
}

/**
 * Items in the order in which they came, each removed at once wherever it stands. A Set does the same, and is rebuilt all the time
 * where every item leaves soon: half a microsecond for each, and each request is in two such lists (measured).
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

  /** Does nothing for an item that is in no list. */
  remove(item: Item): void {
    const { before, after } = item;
    if (before === undefined && after === undefined && this.#first !== item) return;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    item.before = undefined;
    item.after = undefined;
    this.#size--;
  }
}
