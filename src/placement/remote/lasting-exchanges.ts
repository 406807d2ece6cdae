import { type Linked, LinkedList } from '#base';

/** An exchange that a signal may end. */
export interface LastingExchange extends Linked<LastingExchange> {
  /** The look at which it has lasted for a while. Only the list sets it. */
  due: number;
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
  /** In the order in which they began. */
  readonly #young = new LinkedList<LastingExchange>();
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;

  add(exchange: LastingExchange): void {
    exchange.due = this.#looks + 2;
    this.#young.append(exchange);
    this.#timer ??= setInterval(() => this.#look(), lookMs).unref();
  }

  delete(exchange: LastingExchange): void {
    this.#young.remove(exchange);
  }

  #look(): void {
    this.#looks++;
    for (let one = this.#young.first; one !== undefined && one.due <= this.#looks; one = this.#young.first) {
      this.#young.remove(one);
      one.lasts();
    }
    if (this.#young.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
