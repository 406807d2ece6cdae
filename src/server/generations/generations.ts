import { errorMessage, type Finding, type Logger, StartupError } from '#base';
import { digest } from '#bundle';
import type { Generation } from '#gateway';
import type { Telemetry } from '#telemetry';
import type { GenerationHost, KeptSource, ServedGeneration } from './generation-host.ts';
import type { KeptGenerations } from './kept-generations.ts';

type Attempt = Omit<Generation, 'state'> & { readonly failed: boolean };

const remembered = 200;

export interface GenerationsParts {
  readonly host: GenerationHost;
  readonly kept: KeptGenerations;
  /** Whether this shop's generations are kept, too. The default is true. */
  readonly keeps?: boolean | undefined;
  readonly logger: Logger;
  /** Counts reloads. */
  readonly telemetry: Pick<Telemetry, 'generation'>;
  /** Called with the findings of each attempt that has any. */
  readonly report: (findings: readonly Finding[]) => void;
}

/** How the first gateway started. */
interface Started {
  /** When its build began, as milliseconds of `Date.now()`. */
  readonly at: number;
  readonly ms: number;
  readonly findings: readonly Finding[];
}

/** All generations of one shop, in turn. Builds run one at a time. A change during a build starts another one. */
export class Generations {
  readonly #parts: GenerationsParts;
  #attempts: readonly Attempt[] = [];
  #number: number;
  #turn: Promise<unknown> = Promise.resolve();
  #nextReload: Promise<Generation> | undefined;
  #isClosed = false;

  constructor(parts: GenerationsParts, started: Started) {
    this.#parts = parts;
    const { serving } = parts.host;
    this.#number = serving.generation;
    const { at, ...attempt } = started;
    this.#note(serving, { reason: 'start', ...attempt });
    void this.#inTurn(() => this.#keep(serving, at));
  }

  /** Newest first. */
  list(): readonly Generation[] {
    const own = this.#attempts.map((attempt) => this.#describe(attempt));
    const earlier = this.#parts.kept.earlier(new Set(own.map(({ number }) => number)));
    return [...own, ...earlier].toSorted((a, b) => b.number - a.number);
  }

  /** Builds a gateway from the current files, and replaces the current one when it is complete. Never rejects. */
  reload(reason: string): Promise<Generation> {
    // A queued reload has not begun, so it will see this change too.
    this.#nextReload ??= this.#inTurn(() => {
      this.#nextReload = undefined;
      return this.#attempt(reason);
    });
    return this.#nextReload;
  }

  /**
   * Builds a kept generation again under a new number, by default the one before the current one. The files stay
   * unchanged, so the next save or start uses them. Undefined when no such generation is kept.
   */
  async rollback(number?: number): Promise<Generation | undefined> {
    await this.settled();
    const { kept, host } = this.#parts;
    const target = number ?? kept.numbers.findLast((each) => each < host.serving.generation);
    const source = target === undefined ? undefined : await kept.read(target);
    if (source === undefined) return undefined;
    return this.#inTurn(() => this.#attempt(`rollback to ${target}`, source));
  }

  /** What a kept generation had. Undefined when it is not kept. */
  describe(number: number) {
    return this.#parts.kept.describe(number);
  }

  /** Resolves when all requested builds have ended and the current generation is on disk. */
  async settled(): Promise<void> {
    await this.#inTurn(async () => undefined);
  }

  /** Waits for the running build. Later requests build nothing. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
    await this.#parts.host.close();
  }

  #describe({ failed, ...attempt }: Attempt): Generation {
    const { host, kept } = this.#parts;
    const { number } = attempt;
    if (failed) return { ...attempt, state: 'failed' };
    if (number === host.serving.generation) return { ...attempt, state: 'current' };
    if (host.draining.has(number)) return { ...attempt, state: 'draining' };
    return { ...attempt, state: kept.has(number) ? 'kept' : 'gone' };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #attempt(reason: string, source?: KeptSource): Promise<Generation> {
    const { host, logger, telemetry, report } = this.#parts;
    const generation = ++this.#number;
    const [startedAt, started] = [Date.now(), performance.now()];
    const since = (): number => Math.round(performance.now() - started);
    try {
      if (this.#isClosed) throw new Error('the gateway is closing');
      const { served, warnings, replace } = await host.build({ generation, source });
      await replace();
      telemetry.generation.replaced++;
      logger.info('gateway replaced', { generation, reason, extensions: served.manifests.length, ms: since() });
      if (warnings.length > 0) report(warnings);
      void this.#inTurn(() => this.#keep(served, startedAt));
      return this.#note(served, { reason, ms: since(), findings: warnings });
    } catch (err) {
      // Whatever failed, the current gateway keeps serving.
      telemetry.generation.refused++;
      const findings = err instanceof StartupError ? err.findings : [];
      if (err instanceof StartupError) logger.error('reload refused', { generation, reason, findings });
      else logger.error('reload failed', { generation, reason, err });
      if (findings.length > 0) report(findings);
      host.refuse({ message: errorMessage(err), findings });
      const failure = { number: generation, at: now(), reason, configHash: undefined, ms: since(), findings };
      return this.#add({ ...failure, failed: true });
    }
  }

  async #keep(served: ServedGeneration, builtSince: number): Promise<void> {
    const { kept, keeps = true, logger } = this.#parts;
    if (!keeps) return;
    const { generation } = served;
    try {
      // Not kept when its files have changed since, because the source of the build is gone.
      const isKept = await kept.keep(served, builtSince);
      logger.debug(isKept ? 'generation kept' : 'generation not kept', { generation });
    } catch (err) {
      // The shop can serve from a read-only folder.
      logger.warn('generation not kept', { generation, err });
    }
  }

  #note({ generation, config }: ServedGeneration, attempt: Pick<Attempt, 'reason' | 'ms' | 'findings'>): Generation {
    return this.#add({ number: generation, at: now(), configHash: digest(config.source), failed: false, ...attempt });
  }

  #add(attempt: Attempt): Generation {
    this.#attempts = [...this.#attempts, attempt].slice(-remembered);
    return this.#describe(attempt);
  }
}

function now(): string {
  return new Date().toISOString();
}
