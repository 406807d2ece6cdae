import { createMutex, errorFinding, errorMessage, type Finding, StartupError, withTimeout } from '#base';
import type { Address } from '#http';
import type { GenerationHost, StopOptions } from '#server';
import type { BuildOrder, StartOrder } from './calls.ts';
import { buildTimeoutMs, type SlotParts, WorkerSlot } from './worker-replacement.ts';

type Built = Awaited<ReturnType<GenerationHost['build']>>;

export interface WorkerPoolParts extends Pick<SlotParts, 'logger' | 'own' | 'order' | 'retireMs'> {
  readonly size: number;
  /** The path of gateway.yaml, for findings. */
  readonly file: string;
}

type Slots = readonly [WorkerSlot, ...WorkerSlot[]];

/** How often workers are asked whether they answer, in milliseconds. */
const beatMs = 100;
/** Milliseconds for an order that needs no build. */
const orderTimeoutMs = 5_000;
/** Milliseconds for what a worker does after its last request, beyond the time for its clients. */
const closeMs = 1_400;

/** The workers of a primary. They start when the pool is made, and wait for orders. */
export class WorkerPool {
  readonly slots: readonly WorkerSlot[];
  readonly #parts: WorkerPoolParts;
  readonly #stopping = new AbortController();
  readonly #inTurn = createMutex();
  readonly #beat: NodeJS.Timeout;
  /** A worker that builds may be silent for a while. */
  #isReloading = false;

  constructor(parts: WorkerPoolParts) {
    this.#parts = parts;
    const { size, logger, own, order, retireMs } = parts;
    const shared = { logger, own, order, retireMs, inTurn: this.#inTurn, stopping: this.#stopping.signal };
    this.slots = Array.from({ length: size }, (_, index) => new WorkerSlot(index + 1, shared));
    this.#beat = setInterval(() => this.#askAll(), beatMs);
    // Whatever ends the primary, a worker whose thread is blocked would not notice.
    process.on('exit', () => this.kill());
  }

  /** The slots whose workers take requests. */
  get open(): readonly WorkerSlot[] {
    return this.slots.filter(({ isOpen }) => isOpen);
  }

  /** Builds the first generation in all workers, then opens the port. Throws StartupError of the first that fails. */
  async start(order: StartOrder): Promise<{ readonly address: Address; readonly warnings: readonly Finding[] }> {
    // The first worker fills the caches of styles and islands, and reports a fault that all would report.
    const [first, ...others] = this.slots;
    if (first === undefined) throw new Error('a pool has at least one worker');
    const step = <Result>(slot: WorkerSlot, work: Promise<Result>): Promise<Result> =>
      work.catch((error: unknown) => {
        throw error instanceof StartupError ? error : this.#failure(slot, error);
      });
    const warnings = await step(first, first.build(order));
    await Promise.all(others.map((slot) => step(slot, slot.build(order))));
    const address = await step(first, first.open());
    await Promise.all(others.map((slot) => step(slot, slot.open())));
    return { address, warnings };
  }

  /**
   * Builds a generation with the workers that take requests. No worker starts until it is replaced, or has failed.
   * Throws StartupError when no worker takes requests.
   */
  reserve(build: (open: Slots) => Promise<Built>): Promise<Built> {
    const { promise, resolve, reject } = Promise.withResolvers<Built>();
    const turn = this.#inTurn(async () => {
      const [first, ...others] = this.open;
      if (first === undefined) throw new StartupError([this.#finding('no worker takes requests at this time')]);
      this.#isReloading = true;
      try {
        const built = await build([first, ...others]);
        await new Promise<void>((done) => {
          resolve({ ...built, replace: () => built.replace().finally(done) });
        });
      } finally {
        this.#isReloading = false;
      }
    });
    turn.catch(reject);
    return promise;
  }

  /** Builds a generation in these workers, and serves nothing of it. Throws StartupError; then all have dropped it. */
  async prepare([first, ...others]: Slots, order: BuildOrder): Promise<readonly Finding[]> {
    const prepared = async (slot: WorkerSlot, isFirst: boolean): Promise<readonly Finding[]> => {
      const building = withTimeout(slot.process.ask('prepare', order, isFirst), buildTimeoutMs);
      return await building.catch((error: unknown) => {
        throw this.#failure(slot, error);
      });
    };
    try {
      const warnings = await prepared(first, true);
      const outcomes = await Promise.allSettled(others.map((slot) => prepared(slot, false)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      return warnings;
    } catch (error) {
      await this.discard([first, ...others], order.generation);
      throw error;
    }
  }

  /** Serves what `prepare` has built. A worker that cannot is ended, and its replacement builds the same. */
  async commit(slots: readonly WorkerSlot[], generation: number): Promise<void> {
    await this.#order(slots, ({ process }) => process.ask('commit', generation));
  }

  async discard(slots: readonly WorkerSlot[], generation: number): Promise<void> {
    await this.#order(slots, ({ process }) => process.ask('discard', generation));
  }

  /** Asks all open workers, and waits for `ms` milliseconds. A worker that does not answer has no outcome. */
  async ask<Answer>(question: (slot: WorkerSlot) => Promise<Answer>, ms: number): Promise<ReadonlyMap<number, Answer>> {
    const asked = this.open.map(async (slot) => [slot.number, await withTimeout(question(slot), ms)] as const);
    const outcomes = await Promise.allSettled(asked);
    return new Map(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  }

  /** Stops all workers, and ends those that are late. A second call with `drainMs` 0 cuts off running requests. */
  async stop(options: StopOptions): Promise<void> {
    this.#stopping.abort();
    const { readinessDelayMs = 0, drainMs } = options;
    for (const { process, isOpen } of this.slots) {
      if (isOpen) void process.ask('stop', options).catch(() => undefined);
      else process.kill();
    }
    const timer = setTimeout(() => this.kill(), readinessDelayMs + drainMs + closeMs);
    const all = this.slots.flatMap(({ processes }) => processes);
    await Promise.all(all.map(({ ended }) => ended));
    clearTimeout(timer);
    clearInterval(this.#beat);
  }

  /** Ends all workers at once. */
  kill(): void {
    this.#stopping.abort();
    clearInterval(this.#beat);
    for (const { processes } of this.slots) for (const process of processes) process.kill();
  }

  #askAll(): void {
    for (const slot of this.slots)
      slot.beat(() => {
        if (this.#isReloading) return;
        const answeredAt = performance.now();
        for (const other of this.slots) if (other !== slot) other.replaceIfSilent(answeredAt);
      });
  }

  async #order(slots: readonly WorkerSlot[], order: (slot: WorkerSlot) => Promise<void>): Promise<void> {
    await Promise.all(slots.map((slot) => withTimeout(order(slot), orderTimeoutMs).catch(() => slot.process.kill())));
  }

  /** What a worker reported, and which one it was. */
  #failure({ number }: WorkerSlot, error: unknown): StartupError {
    if (error instanceof StartupError)
      return new StartupError([...error.findings, this.#finding(`worker ${number} cannot build this generation`)]);
    return new StartupError([this.#finding(`worker ${number} cannot build this generation: ${errorMessage(error)}`)]);
  }

  #finding(what: string): Finding {
    return errorFinding('WORKER_FAILED', {
      where: { file: this.#parts.file },
      what,
      fix: 'Correct what the other findings and the log say, and try again. No worker has changed.',
    });
  }
}
