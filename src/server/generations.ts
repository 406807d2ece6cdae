import { type Finding, StartupError } from '../base/startup-error.ts';
import { digest } from '../build/bundle-cache.ts';
import type { CurrentGateway } from '../gateway/current-gateway.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Generation } from './generation.ts';
import type { KeptGenerations } from './kept-generations.ts';
import { buildNextGateway, type KeptSource, type ReloadParts } from './reload.ts';
import { reportServing } from './report-serving.ts';

type Attempt = Omit<Generation, 'state'> & { readonly failed: boolean };

/** Attempts that are remembered. */
const remembered = 50;

export interface GenerationsParts extends ReloadParts {
  readonly current: CurrentGateway;
  readonly kept: KeptGenerations;
  /** Gets the findings of each attempt, when there are any. */
  readonly report: (findings: readonly Finding[]) => void;
}

/** How the first gateway came up. */
interface Started {
  /** When it began to be built, as `Date.now()` gives it. */
  readonly at: number;
  readonly ms: number;
  readonly findings: readonly Finding[];
}

/** All gateways of one process, one after the other. Builds are made in turn, and a change during one is followed by another. */
export class Generations {
  readonly #parts: GenerationsParts;
  #attempts: readonly Attempt[] = [];
  #number: number;
  #turn: Promise<unknown> = Promise.resolve();
  #nextReload: Promise<Generation> | undefined;
  #isClosed = false;

  constructor(parts: GenerationsParts, started: Started) {
    this.#parts = parts;
    const { gateway } = parts.current;
    this.#number = gateway.generation;
    const { at, ...attempt } = started;
    this.#note(gateway, { reason: 'start', ...attempt });
    void this.#inTurn(() => this.#keep(gateway, at));
  }

  /** The newest first. */
  list(): readonly Generation[] {
    const own = this.#attempts.map((attempt) => this.#describe(attempt));
    const earlier = this.#parts.kept.earlier(new Set(own.map(({ number }) => number)));
    return [...own, ...earlier].toSorted((a, b) => b.number - a.number);
  }

  /** Builds a gateway of the files as they are, and puts it in place when it is complete. Never rejects. */
  reload(reason: string): Promise<Generation> {
    // One that has not begun yet will see this change as well.
    this.#nextReload ??= this.#inTurn(() => {
      this.#nextReload = undefined;
      return this.#attempt(reason);
    });
    return this.#nextReload;
  }

  /**
   * Builds a kept generation anew, under a new number: the one before the current one, when no number is given. The files
   * stay as they are, so that the next save or start is what they say. Undefined when there is no such generation.
   */
  async rollback(number?: number): Promise<Generation | undefined> {
    await this.settled();
    const { kept, current } = this.#parts;
    const target = number ?? kept.numbers.findLast((each) => each < current.gateway.generation);
    const source = target === undefined ? undefined : await kept.read(target);
    if (source === undefined) return undefined;
    return this.#inTurn(() => this.#attempt(`rollback to ${target}`, source));
  }

  /** Resolves when all that was asked for so far is done, and what serves is kept. */
  async settled(): Promise<void> {
    await this.#inTurn(async () => undefined);
  }

  /** Waits for what is being built; nothing is built afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
    await this.#parts.shared.trials?.close();
  }

  #describe({ failed, ...attempt }: Attempt): Generation {
    const { current, kept } = this.#parts;
    const { number } = attempt;
    if (failed) return { ...attempt, state: 'failed' };
    if (number === current.gateway.generation) return { ...attempt, state: 'current' };
    if (current.draining.has(number)) return { ...attempt, state: 'draining' };
    return { ...attempt, state: kept.has(number) ? 'kept' : 'gone' };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #attempt(reason: string, source?: KeptSource): Promise<Generation> {
    const { current, logger, telemetry, report } = this.#parts;
    const running = current.gateway;
    const generation = ++this.#number;
    const [startedAt, started] = [Date.now(), performance.now()];
    const since = (): number => Math.round(performance.now() - started);
    try {
      if (this.#isClosed) throw new Error('the gateway is closing');
      const { gateway, warnings } = await buildNextGateway({ running, generation, source }, this.#parts);
      void this.#replace(gateway);
      telemetry.countReload('replaced');
      reportServing(gateway);
      logger.info('gateway replaced', { generation, reason, extensions: gateway.manifests.length, ms: since() });
      if (warnings.length > 0) report(warnings);
      void this.#inTurn(() => this.#keep(gateway, startedAt));
      return this.#note(gateway, { reason, ms: since(), findings: warnings });
    } catch (err) {
      // Whatever it is, the shop stays open on the gateway that it has.
      telemetry.countReload('refused');
      const findings = err instanceof StartupError ? err.findings : [];
      if (err instanceof StartupError) logger.error('reload refused', { generation, reason, findings });
      else logger.error('reload failed', { generation, reason, err });
      if (findings.length > 0) report(findings);
      current.refuse({ message: err instanceof Error ? err.message : String(err), findings });
      const failure = { number: generation, at: now(), reason, configHash: undefined, ms: since(), findings };
      return this.#add({ ...failure, failed: true });
    }
  }

  async #replace(gateway: Gateway): Promise<void> {
    const { current, database, logger } = this.#parts;
    const { generation } = current.gateway;
    await current.replace(gateway, { drainMs: gateway.config.reload.drainMs });
    database.keepOnly(current.gateway.manifests.map(({ id }) => id));
    logger.debug('gateway disposed', { generation });
  }

  async #keep(gateway: Gateway, builtSince: number): Promise<void> {
    const { kept, logger } = this.#parts;
    const { generation } = gateway;
    try {
      // Not one whose files have changed already: what it was made of is gone.
      const isKept = await kept.keep(gateway, builtSince);
      logger.debug(isKept ? 'generation kept' : 'generation not kept', { generation });
    } catch (err) {
      // A folder that nobody may write to can still be served from.
      logger.warn('generation not kept', { generation, err });
    }
  }

  #note({ generation, config }: Gateway, attempt: Pick<Attempt, 'reason' | 'ms' | 'findings'>): Generation {
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
