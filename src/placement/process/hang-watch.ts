import type { Logger } from '#base';
import { type ProcessUse, readIfThere } from './process-use.ts';

/** Pings that may be without an answer. With one more, the first was sent 2 s ago: the child may hang. */
const mostMissed = 3;
/** After 20 s a child hangs, whatever the reason. */
const mostStarved = 39;
/** Milliseconds of processor time since its last answer with which a child hangs: it could have answered. */
const hangMs = 1_500;
/** Percent of processor pressure from which a child that sleeps may wait for a thread that waits for a processor. */
const highPressure = 10;

/** `missed`: pings without an answer. */
interface Child {
  readonly pid: number;
  readonly missed: number;
}

/** Tells children of an extension that hang from those that get no processor. */
export class HangWatch {
  readonly #extension: string;
  readonly #logger: Logger;
  /** Processor milliseconds of each when it had answered all pings. */
  readonly #answered = new WeakMap<Child, number>();
  /** Those that the log has as starved. */
  readonly #starved = new WeakSet<Child>();

  constructor(extension: string, logger: Logger) {
    this.#extension = extension;
    this.#logger = logger;
  }

  /** A child that gets no processor cannot answer, and its successor would get none either: it does not hang. */
  async hangs(child: Child, use: ProcessUse | undefined): Promise<boolean> {
    if (child.missed === 0 && use !== undefined) this.#answered.set(child, use.cpuMs);
    if (child.missed <= mostMissed) return false;
    if (use === undefined || child.missed > mostStarved) return true;
    if (use.cpuMs - (this.#answered.get(child) ?? 0) >= hangMs) return true;
    const pressure = await processorPressure();
    if (!use.isRunnable && pressure < highPressure) return true;
    if (!this.#starved.has(child))
      this.#logger.warn('extension process gets no processor', {
        extension: this.#extension,
        pid: child.pid,
        pressure,
      });
    this.#starved.add(child);
    return false;
  }
}

/**
 * Percent of the last ten seconds in which work waited for a processor. 0 where the system does not say: Linux does
 * (https://docs.kernel.org/accounting/psi.html).
 */
async function processorPressure(): Promise<number> {
  const [, percent] = /^some avg10=([\d.]+)/.exec(await readIfThere('/proc/pressure/cpu')) ?? [];
  return Number(percent ?? 0);
}
