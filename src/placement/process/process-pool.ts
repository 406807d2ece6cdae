import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorFinding, type Finding, type Logger, type Place } from '#base';
import { type ChildEnd, type ChildParts, ChildProcess } from './child-process.ts';

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
/** Pings that may be without an answer. With one more, the first was sent 2 s ago: the child may hang. */
const mostMissed = 3;
/** After 20 s a child hangs, whatever the reason. */
const mostStarved = 39;
/** Milliseconds of processor time since its last answer with which a child hangs: it could have answered. */
const hangMs = 1_500;
/** Percent of processor pressure from which a child that sleeps may wait for a thread that waits for a processor. */
const highPressure = 10;
/** A child that ends this soon after it was ready waits before it is started again. */
const steadyMs = 2_000;
/** Milliseconds of that wait, doubled each time up to the most. */
const firstWaitMs = 50;
const mostWaitMs = 400;
/** The most for a child that is never ready. */
const mostBrokenWaitMs = 10_000;
/** Children that end so often within a minute wait too: each start takes a second of a processor. */
const mostEnds = 5;
const mostStormWaitMs = 5_000;

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
  /** Processor milliseconds of each when it had answered all pings. */
  readonly #answered = new WeakMap<ChildProcess, number>();
  /** Those that the log has as starved. */
  readonly #starved = new WeakSet<ChildProcess>();
  #watch: NodeJS.Timeout | undefined;
  #isLooking = false;

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
    this.#watch = setInterval(() => {
      if (!this.#isLooking) void this.#look();
    }, pingMs).unref();
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
      if (await this.#hangs(child, use))
        child.kill(`hangs: it did not answer for ${(child.missed * pingMs) / 1_000} s`);
      else child.ping();
      if (use !== undefined && use.mb > settings.memoryMb)
        child.kill(`takes ${Math.round(use.mb)} MiB of memory; placement.process.memoryMb is ${settings.memoryMb}`);
    }
    this.#isLooking = false;
  }

  /** A child that gets no processor cannot answer, and its successor would get none either: it does not hang. */
  async #hangs(child: ChildProcess, use: ProcessUse | undefined): Promise<boolean> {
    if (child.missed === 0 && use !== undefined) this.#answered.set(child, use.cpuMs);
    if (child.missed <= mostMissed) return false;
    if (use === undefined || child.missed > mostStarved) return true;
    if (use.cpuMs - (this.#answered.get(child) ?? 0) >= hangMs) return true;
    const pressure = await processorPressure();
    if (!use.isRunnable && pressure < highPressure) return true;
    const { extension, logger } = this.#options;
    if (!this.#starved.has(child))
      logger.warn('extension process gets no processor', { extension, pid: child.pid, pressure });
    this.#starved.add(child);
    return false;
  }
}

/** How long the next child waits when one has ended. */
export class RestartWaits {
  #failures = 0;
  /** Of the last minute. */
  readonly #ends: number[] = [];

  /** Milliseconds, after a child that was ready for so long; undefined: it never was. */
  next(readyMs: number | undefined, now: number = performance.now()): number {
    this.#failures = readyMs !== undefined && readyMs > steadyMs ? 0 : this.#failures + 1;
    this.#ends.push(now);
    while (now - (this.#ends[0] ?? now) > 60_000) this.#ends.shift();
    const soon = waitOf(this.#failures, readyMs === undefined ? mostBrokenWaitMs : mostWaitMs);
    return Math.max(soon, waitOf(this.#ends.length - mostEnds, mostStormWaitMs));
  }
}

/** Milliseconds after so many failures in a row: none, and then twice as long each time. */
function waitOf(failures: number, most: number): number {
  return failures <= 0 ? 0 : Math.min(firstWaitMs * 2 ** (failures - 1), most);
}

const run = promisify(execFile);

interface ProcessUse {
  /** MiB of memory. */
  readonly mb: number;
  /** Milliseconds of processor time so far: of the thread with the event loop, where the system tells it apart. */
  readonly cpuMs: number;
  /** It runs, or it waits for a processor. */
  readonly isRunnable: boolean;
}

/** What a child takes. Undefined when the system does not say, or the child has ended. */
async function useOf(pid: number): Promise<ProcessUse | undefined> {
  if (process.platform === 'linux') return await ofLinux(await innermost(pid));
  const output = await run('ps', ['-o', 'rss=,time=,state=', '-p', String(pid)]).catch(() => undefined);
  const [kilobytes, time, state] = output?.stdout.trim().split(/\s+/) ?? [];
  if (kilobytes === undefined || time === undefined || state === undefined) return undefined;
  const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { mb: Number(kilobytes) / 1_024, cpuMs: seconds * 1_000, isRunnable: state.startsWith('R') };
}

/**
 * Percent of the last ten seconds in which work waited for a processor. 0 where the system does not say: Linux does
 * (https://docs.kernel.org/accounting/psi.html).
 */
async function processorPressure(): Promise<number> {
  const [, percent] = /^some avg10=([\d.]+)/.exec(await read('/proc/pressure/cpu')) ?? [];
  return Number(percent ?? 0);
}

/** With a PID namespace, the gateway's child is `unshare`, and the extension runs below it. */
async function innermost(pid: number): Promise<number> {
  const [child] = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ');
  return child === undefined || child === '' ? pid : await innermost(Number(child));
}

/** Of `/proc/PID/stat` and `status` (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
async function ofLinux(pid: number): Promise<ProcessUse | undefined> {
  const [stat, status] = await Promise.all([read(`/proc/${pid}/task/${pid}/stat`), read(`/proc/${pid}/status`)]);
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kilobytes === undefined) return undefined;
  // The second field, the name of the program, may hold spaces and parentheses. The third follows it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[10]) + Number(fields[11]);
  return { mb: Number(kilobytes) / 1_024, cpuMs: ticks * tickMs, isRunnable: state === 'R' };
}

/** Linux shows clock ticks of 10 ms to programs, whatever its own are. */
const tickMs = 10;

// The process may end at any time.
async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
