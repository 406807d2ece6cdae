import type { Logger } from '../base/logger.ts';
import type { PageComponent } from './components/page-component.ts';

/** Why a component is not on a page: its data was not there, or it failed. */
export type Hole = { readonly reason: string } | { readonly err: Error };

interface Kind {
  readonly since: number;
  count: number;
  /** What the line will say that tells of those that had none. */
  readonly tell: (count: number) => void;
}

/** How long holes of one kind are counted before a line tells how many there were. */
const windowMs = 60_000;
/** A reason may have a text of its own for each request; beyond so many kinds, those of one component count as one. */
const maxKinds = 500;

/**
 * Says in the log what is left out of pages: the first hole of a kind at once, and then once a minute how many there were. An
 * extension that has a rest leaves a hole in each page view, and the log would have little else in it.
 */
export class LeftOutLog {
  readonly #kinds = new Map<string, Kind>();
  readonly #windowMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** With 0 each hole has a line of its own. */
  constructor(options: { readonly windowMs?: number } = {}) {
    this.#windowMs = options.windowMs ?? windowMs;
  }

  /** `request` is the request's logger, which knows its id; `process` is for lines that tell of many. */
  note(component: PageComponent, hole: Hole, { request, process, page }: LeftOutPlace): void {
    const { extension, name, file } = component;
    const why = 'err' in hole ? `${hole.err.name}: ${hole.err.message}` : hole.reason;
    const key = this.#keyOf(component, why);
    const known = this.#kinds.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    // A value that is null in this request is how a guest's page differs from a shopper's; an error is for someone to mend.
    const level = 'err' in hole ? 'error' : 'warn';
    request[level]('component left out', { extension, component: name, page, file, ...hole });
    if (this.#windowMs === 0) return;
    const tell = (count: number): void =>
      process[level]('component left out again', { extension, component: name, file, reason: why, count });
    this.#kinds.set(key, { since: performance.now(), count: 0, tell });
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
      const left = kind.since + this.#windowMs - now;
      if (left > 0) {
        next = Math.min(next, left);
        continue;
      }
      this.#kinds.delete(key);
      if (kind.count === 0) continue;
      kind.tell(kind.count);
      this.#kinds.set(key, { ...kind, since: now, count: 0 });
    }
    if (this.#kinds.size > 0) this.#timer = setTimeout(() => this.#summarize(), next).unref();
  }
}

interface LeftOutPlace {
  readonly request: Logger;
  readonly process: Logger;
  /** The page's group. */
  readonly page: string;
}
