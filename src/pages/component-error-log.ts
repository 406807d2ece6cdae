import type { Logger } from '#base';
import type { PageComponent } from './components/page-component.ts';

/** Why a component is not on a page: its data is missing, or it failed. */
export type Omission = { readonly reason: string } | { readonly err: Error };

interface Kind {
  readonly since: number;
  count: number;
  /** Logs the number of repetitions. */
  readonly log: (count: number) => void;
}

/** Milliseconds for which repetitions are counted before they are logged. */
const windowMs = 60_000;
/** A reason may contain request data. Beyond this many kinds, all reasons of a component count as one. */
const maxKinds = 500;

/**
 * Logs components that are left out of pages: the first omission of a kind at once, then their number once a minute.
 * While a circuit is open, each page view omits the same ones, which would flood the log.
 */
export class ComponentErrorLog {
  readonly #kinds = new Map<string, Kind>();
  readonly #windowMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** With 0, every omission is logged. */
  constructor(options: { readonly windowMs?: number } = {}) {
    this.#windowMs = options.windowMs ?? windowMs;
  }

  /** `request` is the request's logger, with its id. `process` logs the repetitions. */
  note(component: PageComponent, omission: Omission, { request, process, page }: OmissionScope): void {
    const { extension, name, file } = component;
    const why = 'err' in omission ? `${omission.err.name}: ${omission.err.message}` : omission.reason;
    const key = this.#keyOf(component, why);
    const known = this.#kinds.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    // A null value is normal, e.g. for guests. An error needs a fix.
    const level = 'err' in omission ? 'error' : 'warn';
    request[level]('component left out', { extension, component: name, page, file, ...omission });
    if (this.#windowMs === 0) return;
    const log = (count: number): void =>
      process[level]('component left out again', { extension, component: name, file, reason: why, count });
    this.#kinds.set(key, { since: performance.now(), count: 0, log });
    this.#timer ??= setTimeout(() => this.#summarize(), this.#windowMs).unref();
  }

  #keyOf({ extension, group, name }: PageComponent, why: string): string {
    const key = JSON.stringify([extension, group, name, why]);
    const isFull = this.#kinds.size >= maxKinds && !this.#kinds.has(key);
    return isFull ? JSON.stringify([extension, group, name]) : key;
  }

  #summarize(): void {
    this.#timer = undefined;
    const now = performance.now();
    let next = this.#windowMs;
    for (const [key, kind] of this.#kinds) {
      const remaining = kind.since + this.#windowMs - now;
      if (remaining > 0) {
        next = Math.min(next, remaining);
        continue;
      }
      this.#kinds.delete(key);
      if (kind.count === 0) continue;
      kind.log(kind.count);
      this.#kinds.set(key, { ...kind, since: now, count: 0 });
    }
    if (this.#kinds.size > 0) this.#timer = setTimeout(() => this.#summarize(), next).unref();
  }
}

interface OmissionScope {
  readonly request: Logger;
  readonly process: Logger;
  readonly page: string;
}
