import { performance } from 'node:perf_hooks';

/** Who comes behind so many milliseconds waits less than it would for a busy event loop. */
const fastMs = 4;
/** Where the process was busy: an answer that has come by then may well have waited for the process, and not the process for it. */
const fastTurns = 2;
/** So many runs are looked at, at least. */
const windowSize = 32;

/**
 * Whether one statement is fast: one of its last runs was. A run may well take longer than PostgreSQL does, since it ends when this
 * process comes to read the answer, which may be busy; it is never shorter. So the shortest says most.
 */
export class StatementPace {
  #hasBeenFast = false;
  #wasFastBefore = false;
  #runs = 0;

  get isFast(): boolean {
    return this.#hasBeenFast || this.#wasFastBefore;
  }

  /** Counts a run that nothing was in front of. */
  count({ ms, idleMs, turns }: RunTime): void {
    if (this.#runs++ === windowSize) {
      this.#wasFastBefore = this.#hasBeenFast;
      this.#hasBeenFast = false;
      this.#runs = 1;
    }
    this.#hasBeenFast ||= ms < fastMs || (idleMs < fastMs && turns <= fastTurns);
  }
}

/** How long a run took: in milliseconds, those of them in which the process had nothing to do, and turns of the event loop. */
export interface RunTime {
  readonly ms: number;
  readonly idleMs: number;
  readonly turns: number;
}

/** Starts a clock; called, it says how long ago that was. */
export function startRun(): () => RunTime {
  const { nodeTiming } = performance;
  const start = performance.now();
  const idle = nodeTiming.idleTime;
  const turn = nodeTiming.uvMetricsInfo.loopCount;
  return () => ({
    ms: performance.now() - start,
    idleMs: nodeTiming.idleTime - idle,
    turns: nodeTiming.uvMetricsInfo.loopCount - turn,
  });
}

/** A text that other statements can wait behind, and be repeated behind: it reads, takes no lock, and leaves the session as it is. */
export function isShareable(text: string): boolean {
  return (
    /^\s*select\b/i.test(text) &&
    !/\b(?:for\s+(?:update|no\s+key|share|key)|into|set_config|nextval|pg_\w+)\b/i.test(text)
  );
}
