/** How much of the mean a new value is. */
const weight = 1 / 32;

/** How long statements wait for a connection, as a mean over the last of them: the queue in front of the database. */
export class WaitMeter {
  #mean = 0;

  get meanMs(): number {
    return this.#mean;
  }

  /** Waits, and counts how long. Who gives up has not been served, and says nothing of how long that takes. */
  async measure<Granted>(waiting: Promise<Granted>): Promise<Granted> {
    const start = performance.now();
    const granted = await waiting;
    this.count(performance.now() - start);
    return granted;
  }

  count(ms: number): void {
    this.#mean += (ms - this.#mean) * weight;
  }
}
