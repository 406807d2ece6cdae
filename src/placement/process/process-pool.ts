import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorFinding, type Finding, type Logger, type Place } from '#base';
import { type ChildEnd, type ChildParts, ChildProcess } from './child-process.ts';
import { residentMb } from './resident-memory.ts';

export interface PoolOptions extends ChildParts {
  readonly logger: Logger;
  /** Where gateway.yaml declares the extension. */
  readonly declaredAt: Place;
  /** Called when a child that was started again is ready, with its index in the pool. */
  readonly onRecovered: (index: number) => void;
}

/** Milliseconds for a child to load its modules: twice as long as a module may take, since Node starts first. */
const loadMs = 20_000;
/** Milliseconds between two pings. */
const pingMs = 500;
/** Pings that may be without an answer. With one more, the first was sent 2 s ago: the child hangs. */
const mostMissed = 3;
/** A child that ends this soon after it was ready waits before it is started again. */
const steadyMs = 2_000;
/** Milliseconds of that wait, doubled each time up to the most. */
const firstWaitMs = 50;
const mostWaitMs = 400;
/** The most for a child that is never ready. */
const mostBrokenWaitMs = 10_000;

/**
 * The children of one extension. Starts each again when it ends, after a wait that grows while it ends at once. Ends a
 * child that does not answer for 2 s, or takes too much memory.
 */
export class ProcessPool {
  readonly #options: PoolOptions;
  /** All that run, whether they are ready or not. */
  readonly #children = new Set<ChildProcess>();
  /** By index in the pool: the child that is ready. */
  readonly #ready = new Map<number, ChildProcess>();
  readonly #closing = new AbortController();
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
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
    this.#watch = setInterval(() => void this.#look(), pingMs).unref();
    return [];
  }

  /** Ends all children when their calls have ended, or after `ms`. */
  async close(ms: number): Promise<void> {
    clearInterval(this.#watch);
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
    if (start.findings.length > 0) return start.findings;
    child.kill('did not start');
    return [this.#endedEarly(await child.ended)];
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
    let failures = 0;
    for (let child = first, findings: readonly Finding[] | undefined; ; ) {
      const readyAt = performance.now();
      if (findings === undefined) this.#ready.set(index, child);
      if (findings === undefined && child !== first) onRecovered(index);
      const end = await child.ended;
      this.#ready.delete(index);
      if (this.#closing.signal.aborted) return;
      failures = findings === undefined && performance.now() - readyAt > steadyMs ? 0 : failures + 1;
      const most = findings === undefined ? mostWaitMs : mostBrokenWaitMs;
      const waitMs = failures === 0 ? 0 : Math.min(firstWaitMs * 2 ** (failures - 1), most);
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
    for (const child of this.#ready.values()) {
      if (!child.hasAnswered(mostMissed)) child.kill('hangs: it did not answer for 2 s');
      else child.ping();
      const mb = await residentMb(child.pid);
      if (mb !== undefined && mb > settings.memoryMb)
        child.kill(`takes ${Math.round(mb)} MiB of memory; placement.process.memoryMb is ${settings.memoryMb}`);
    }
  }
}
