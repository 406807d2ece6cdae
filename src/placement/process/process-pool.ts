import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorFinding, type Finding, type Logger, type Place } from '#base';
import { type ChildEnd, type ChildParts, ChildProcess } from './child-process.ts';
import { HangWatch } from './hang-watch.ts';
import { useOf } from './process-use.ts';
import { RestartWaits } from './restart-waits.ts';

export interface PoolOptions extends ChildParts {
  readonly logger: Logger;
  /** Where gateway.yaml declares the extension. */
  readonly declaredAt: Place;
  /** Called when a child that was started again is ready, with its index in the pool. */
  readonly onRecovered: (index: number) => void;
}

/** Milliseconds for a child to load its modules and for `start`, ten seconds each, since Node starts first. */
const loadMs = 30_000;
/** Milliseconds between two pings. */
const pingMs = 500;

/**
 * The children of one extension. Starts each again when it ends, after a wait that grows while it ends at once, or
 * often. Ends a child that hangs, or takes too much memory.
 */
export class ProcessPool {
  readonly #options: PoolOptions;
  /** All that run, whether they are ready or not. */
  readonly #children = new Set<ChildProcess>();
  /** By index in the pool: the child that is ready. */
  readonly #ready = new Map<number, ChildProcess>();
  readonly #closing = new AbortController();
  readonly #hangWatch: HangWatch;
  #pings: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#hangWatch = new HangWatch(options.extension, options.logger);
  }

  /** A new connection to the child with an index. Rejects while there is none that is ready. */
  async connect(index: number): Promise<Socket> {
    const child = this.#ready.get(index);
    if (child === undefined) throw Object.assign(new Error('its process is being started'), { code: 'ECONNREFUSED' });
    return await child.connect();
  }

  /** Starts all children. Resolves with the findings of one whose modules do not load; then none runs. */
  async start(): Promise<readonly Finding[]> {
    const { settings } = this.#options;
    const begun = Array.from({ length: settings.size }, () => this.#spawn());
    const findings = await Promise.all(begun.map((child) => this.#waitForStart(child)));
    const [failed] = findings.filter((found) => found !== undefined);
    if (failed !== undefined) {
      for (const child of begun) child.kill('another one did not start');
      await Promise.all(begun.map(({ ended }) => ended));
      return failed;
    }
    for (const [index, child] of begun.entries()) void this.#keep(index, child);
    this.#pings = setInterval(() => {
      if (!this.#isLooking) void this.#look();
    }, pingMs).unref();
    return [];
  }

  /** Ends all children when their calls have ended, or after `ms`. */
  async close(ms: number): Promise<void> {
    clearInterval(this.#pings);
    this.#closing.abort();
    await Promise.all([...this.#children].map((child) => child.drain(ms)));
  }

  #spawn(): ChildProcess {
    const child = new ChildProcess(this.#options);
    this.#children.add(child);
    child.ended.then(() => this.#children.delete(child)).catch(() => undefined);
    return child;
  }

  /** Why a child does not serve. Undefined when it is ready. */
  async #waitForStart(child: ChildProcess): Promise<readonly Finding[] | undefined> {
    const began = performance.now();
    const late = setTimeout(() => child.kill('has not loaded in time'), loadMs);
    const start = await child.started;
    clearTimeout(late);
    const { extension, logger } = this.#options;
    if (start.kind === 'ready') {
      const ms = Math.round(performance.now() - began);
      logger.info('extension process started', { extension, pid: child.pid, ms });
      return undefined;
    }
    child.kill('did not start');
    return start.findings.length > 0 ? start.findings : [this.#endedEarly(await child.ended)];
  }

  #endedEarly({ code, signal, reason }: ChildEnd): Finding {
    const { extension, declaredAt, settings } = this.#options;
    const how = reason ?? (signal === null ? `exit code ${code}` : signal);
    return errorFinding('EXTENSION_PROCESS_ENDED', {
      where: declaredAt,
      what: `the process of the extension "${extension}" ended before it was ready: ${how}`,
      fix: `The log has what it wrote. It may need more memory than placement.process.memoryMb: ${settings.memoryMb}, or a file, the network or a variable that it does not get.`,
    });
  }

  /** Follows one index of the pool: a child, and those that are started after it. */
  async #keep(index: number, first: ChildProcess): Promise<void> {
    const { onRecovered, extension, logger } = this.#options;
    const restarts = new RestartWaits();
    for (let child = first, findings: readonly Finding[] | undefined; ; ) {
      const readyAt = performance.now();
      if (findings === undefined) this.#ready.set(index, child);
      if (findings === undefined && child !== first) onRecovered(index);
      const end = await child.ended;
      this.#ready.delete(index);
      if (this.#closing.signal.aborted) return;
      const waitMs = restarts.next(findings === undefined ? performance.now() - readyAt : undefined);
      const { code, signal, reason } = end;
      logger.error('extension process ended', { extension, pid: child.pid, code, signal, reason, waitMs });
      try {
        await delay(waitMs, undefined, { signal: this.#closing.signal });
      } catch {
        return;
      }
      child = this.#spawn();
      findings = await this.#waitForStart(child);
      if (findings !== undefined) logger.error('extension process does not start', { extension, findings });
    }
  }

  async #look(): Promise<void> {
    const { settings } = this.#options;
    this.#isLooking = true;
    for (const child of this.#ready.values()) {
      const use = await useOf(child.pid);
      if (await this.#hangWatch.hangs(child, use))
        child.kill(`hangs: it did not answer for ${(child.missed * pingMs) / 1_000} s`);
      else child.ping();
      if (use !== undefined && use.mb > settings.memoryMb)
        child.kill(`takes ${Math.round(use.mb)} MiB of memory; placement.process.memoryMb is ${settings.memoryMb}`);
    }
    this.#isLooking = false;
  }
}
