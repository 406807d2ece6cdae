/** An exchange that a signal may end. */
export interface LastingExchange {
  /** Called once, when it has lasted for a while: from now on it follows its signal. */
  lasts(): void;
}

/** Milliseconds between two looks. An exchange follows its signal after one to two of them. */
const lookMs = 50;

/**
 * Exchanges that do not follow their signals yet. A signal costs as much as a signature, and most exchanges end
 * within milliseconds. A client that leaves, and a call whose time is over, end those that last.
 */
export class LastingExchanges {
  #young = new Set<LastingExchange>();
  #older = new Set<LastingExchange>();
  #timer: NodeJS.Timeout | undefined;

  add(exchange: LastingExchange): void {
    this.#young.add(exchange);
    this.#timer ??= setInterval(() => this.#look(), lookMs).unref();
  }

  delete(exchange: LastingExchange): void {
    if (!this.#young.delete(exchange)) this.#older.delete(exchange);
  }

  #look(): void {
    const lasting = this.#older;
    this.#older = this.#young;
    this.#young = new Set();
    for (const exchange of lasting) exchange.lasts();
    if (this.#older.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
