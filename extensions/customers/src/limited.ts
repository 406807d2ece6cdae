/**
 * Runs a limited number of tasks at once. Further tasks wait in a queue; tasks beyond the queue's limit are refused.
 */
export class Limited {
  readonly #running: number;
  readonly #waiting: number;
  readonly #refuse: () => Error;
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  constructor({ running, waiting, refuse }: { running: number; waiting: number; refuse: () => Error }) {
    this.#running = running;
    this.#waiting = waiting;
    this.#refuse = refuse;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#busy < this.#running) {
      this.#busy += 1;
      return;
    }
    if (this.#queue.length >= this.#waiting) throw this.#refuse();
    // A finished task passes its slot to the next one in the queue, so a new task cannot take it.
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#busy -= 1;
    else next();
  }
}
