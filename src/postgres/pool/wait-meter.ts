/** The weight of a new value in the mean. */
const weight = 1 / 32;

/** The moving average of an extension's waits for a connection. */
export class WaitMeter {
  #mean = 0;

  get meanMs(): number {
    return this.#mean;
  }

  /** Measures a wait. An aborted wait does not count, since its full duration is unknown. */
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
