import { setTimeout as wait } from 'node:timers/promises';
import { type Finding, type Logger, StartupError, withTimeout } from '#base';
import type { Address } from '#http';
import type { PrimaryCalls, StartOrder } from './calls.ts';
import { describeEnd, type Ended, WorkerProcess } from './worker-process.ts';

export interface SlotParts {
  readonly logger: Logger;
  readonly own: Pick<PrimaryCalls, 'count'>;
  /** What a replacement builds. */
  order(): Promise<StartOrder>;
  /** Runs one piece of work at a time: a worker starts, or all of them reload. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Aborted when the gateway stops. */
  readonly stopping: AbortSignal;
  /** Milliseconds that a worker has to end once it gets no more connections. */
  readonly retireMs: number;
}

/** Milliseconds for loading modules, and for a build. A worker that takes longer is ended. */
export const buildTimeoutMs = 60_000;
/** A worker that ends within this time after it opened may have a fault that ends the next one too. */
const shortLifeMs = 5_000;
const backOff = { firstMs: 250, longestMs: 10_000, freeDeaths: 5 };

/** A worker that is silent for this long, while another one answers, gets no more connections. */
const silenceMs = 1_000;

/** The slot of one worker. It replaces a worker that ends. A replacement has the same number. */
export class WorkerSlot {
  readonly number: number;
  readonly #parts: SlotParts;
  #process: WorkerProcess;
  readonly #retired = new Set<WorkerProcess>();
  #isOpen = false;
  #replaced = 0;
  /** When the worker was asked whether it answers, if it has not yet (`performance.now()`). */
  #askedAt: number | undefined;
  #silent = Promise.withResolvers<'silent'>();
  /** Starts that failed, and lives that were short, one after the other. */
  #troubles = 0;

  constructor(number: number, parts: SlotParts) {
    this.number = number;
    this.#parts = parts;
    this.#process = this.#fork();
  }

  get process(): WorkerProcess {
    return this.#process;
  }

  /** Whether the worker takes requests. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get replaced(): number {
    return this.#replaced;
  }

  /** The worker, and those before it that have not ended yet. */
  get processes(): readonly WorkerProcess[] {
    return [this.#process, ...this.#retired];
  }

  /** Builds the first generation. Throws StartupError, or an Error when the worker ends. */
  async build(order: StartOrder): Promise<readonly Finding[]> {
    const { process } = this;
    await withTimeout(process.ready, buildTimeoutMs);
    return await withTimeout(process.ask('start', order), buildTimeoutMs);
  }

  /** Lets the worker listen, and replaces it whenever it ends. */
  async open(): Promise<Address> {
    const address = await withTimeout(this.#process.ask('open'), buildTimeoutMs);
    this.#isOpen = true;
    void this.#watch(performance.now());
    return address;
  }

  #fork(): WorkerProcess {
    return new WorkerProcess(this.number, this.#parts.own);
  }

  /** Asks the worker whether it answers. Calls `onAnswer` when it does. */
  beat(onAnswer: () => void): void {
    if (!this.#isOpen || this.#askedAt !== undefined) return;
    const { process } = this;
    this.#askedAt = performance.now();
    const answered = (): void => {
      if (process !== this.process) return;
      this.#askedAt = undefined;
      onAnswer();
    };
    process.ask('ping').then(answered, () => undefined); // a worker that has ended is replaced anyway
  }

  /**
   * Replaces the worker if it has been silent for too long, although another worker answered at `answeredAt`. When
   * none answers, the machine is busy, and a further process would not help.
   */
  replaceIfSilent(answeredAt: number): void {
    if (this.#askedAt === undefined || answeredAt - this.#askedAt < silenceMs) return;
    this.#silent.resolve('silent');
  }

  async #watch(openedAt: number): Promise<void> {
    const { logger, stopping } = this.#parts;
    const { process } = this;
    this.#silent = Promise.withResolvers();
    const end = await Promise.race([process.ended, this.#silent.promise]);
    this.#isOpen = false;
    this.#askedAt = undefined;
    if (stopping.aborted) return;
    if (end === 'silent') {
      logger.error('worker does not answer', { worker: this.number, pid: process.pid, ms: silenceMs });
      void this.#retire(process);
    } else this.#report(process, end);
    this.#troubles = performance.now() - openedAt < shortLifeMs ? this.#troubles + 1 : 0;
    await this.#replace(backOff.freeDeaths);
  }

  /** Lets a worker finish what it does, or end itself, without further connections. */
  async #retire(process: WorkerProcess): Promise<void> {
    process.retire();
    this.#retired.add(process);
    const timer = setTimeout(() => process.kill(), this.#parts.retireMs);
    this.#report(process, await process.ended);
    clearTimeout(timer);
    this.#retired.delete(process);
  }

  #report({ pid }: WorkerProcess, end: Ended): void {
    this.#parts.logger.error('worker ended', { worker: this.number, pid, ...end, reason: describeEnd(end) });
  }

  /** Starts workers until one takes requests. Deaths up to `free` cost no wait. */
  async #replace(free: number): Promise<void> {
    const { logger, stopping, inTurn, order } = this.#parts;
    const started = performance.now();
    const delay = this.#troubles <= free ? 0 : backOff.firstMs * 2 ** (this.#troubles - free - 1);
    await wait(Math.min(delay, backOff.longestMs), undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    this.#process = this.#fork();
    const { process } = this;
    try {
      await withTimeout(process.ready, buildTimeoutMs);
      await inTurn(async () => {
        await this.build(await order());
        await this.open();
      });
      this.#replaced++;
      const ms = Math.round(performance.now() - started);
      logger.info('worker replaced', { worker: this.number, pid: process.pid, ms });
    } catch (error) {
      process.kill();
      await process.ended;
      if (stopping.aborted) return;
      this.#troubles++;
      const why = error instanceof StartupError ? { findings: error.findings } : { err: error };
      logger.error('worker cannot start', { worker: this.number, pid: process.pid, ...why });
      await this.#replace(0);
    }
  }
}
