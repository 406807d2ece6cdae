/** Work in progress. Undefined when it is done. Never rejects. */
export type Running = Promise<void> | undefined;

/** Collects running work. Allocates nothing as long as each piece is done at once. */
export class PendingGroup {
  #first: Running;
  #others: Promise<void>[] | undefined;

  add(running: Running): void {
    if (running === undefined) return;
    if (this.#first === undefined) this.#first = running;
    else if (this.#others === undefined) this.#others = [this.#first, running];
    else this.#others.push(running);
  }

  get running(): Running {
    return this.#others === undefined ? this.#first : Promise.all(this.#others).then(() => undefined);
  }
}

export function all(running: readonly Running[]): Running {
  const together = new PendingGroup();
  for (const one of running) together.add(one);
  return together.running;
}
