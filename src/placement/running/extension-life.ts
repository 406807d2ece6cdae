import { setTimeout as wait } from 'node:timers/promises';
import { errorFinding, errorMessage, extensionLogger, type Finding, isObject, kindOf, type Logger } from '#base';
import type { Database, StartContext } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import { framesOf, isTeamsOwn, noteResources, runAs } from '#watchdog';

export interface LifeParts {
  readonly settings: StartContext['settings'];
  /** The extension's data, until the signal is aborted. */
  readonly database: (signal: AbortSignal) => Database;
  /** Whether the process ends with the extension, and takes along what the extension leaves running. */
  readonly endsProcess: boolean;
  /** Milliseconds for `start`, and for `stop`. Default: `startMs` and `stopMs`. */
  readonly timeoutMs?: number | undefined;
}

interface LifeOptions {
  readonly manifest: Pick<ExtensionManifest, 'id' | 'folder' | 'life'>;
  readonly logger: Logger;
  readonly life: LifeParts;
}

const startMs = 10_000;
export const stopMs = 5_000;

/** What Node's timers take. */
const longestMs = 2 ** 31 - 1;

/** Time for sockets to close after `stop`, before they count as left. In milliseconds. */
const closingMs = 100;

/** What is wrong with the exports of `extension.ts`. Calls none. */
export function checkLife({ life }: Pick<ExtensionManifest, 'life'>, module: unknown): readonly Finding[] {
  if (life === undefined) return [];
  const exported = Object.entries(isObject(module) ? module : {});
  const wrong = exported.flatMap(([name, value]) => {
    if (name !== 'start' && name !== 'stop') return `exports "${name}", which nothing reads`;
    return typeof value === 'function' ? [] : `has ${kindOf(value, 'nothing')} as "${name}", not a function`;
  });
  if (exported.length === 0) wrong.push('exports neither "start" nor "stop"');
  const fix = 'Export a function start(context), a function stop(), or both. Other modules belong in e.g. src/.';
  return wrong.map((what) => errorFinding('LIFE_INVALID', { where: { file: life, line: 1 }, what, fix }));
}

/** What an extension does from its start to its end, apart from requests: `start` and `stop` of its `extension.ts`. */
export class ExtensionLife {
  readonly #options: LifeOptions;
  readonly #logger: ReturnType<typeof extensionLogger>;
  readonly #ending = new AbortController();
  /** After `stop`, which may still write to the database. */
  readonly #ended = new AbortController();
  /** Work of `every`. Each ends with the signal, after what runs just then. */
  readonly #repeats: Promise<void>[] = [];
  #module: unknown;
  #leftResources: Awaited<ReturnType<typeof noteResources>> = () => [];

  constructor(options: LifeOptions) {
    this.#options = options;
    this.#logger = extensionLogger(options.logger, options.manifest.id);
  }

  /** Runs `start`. Returns why the extension cannot be used. */
  async start(module: unknown): Promise<readonly Finding[]> {
    const { manifest, life } = this.#options;
    try {
      const run = functionOf(module, 'start');
      const work = async (): Promise<void> => {
        if (run !== undefined) await this.#inTime(startMs, () => run(this.#context()));
      };
      if (life.endsProcess) await work();
      else this.#leftResources = await noteResources(manifest.id, work);
      this.#module = module;
      return [];
    } catch (error) {
      this.#ending.abort();
      this.#ended.abort();
      return [this.#notStarted(error)];
    }
  }

  /** Ends what has started. Never rejects. */
  async stop(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    try {
      const run = functionOf(this.#module, 'stop');
      await this.#inTime(stopMs, async () => {
        await Promise.all(this.#repeats);
        await run?.();
      });
    } catch (err) {
      this.#logger.error('stop failed', { err });
    }
    this.#ended.abort();
    if (this.#leftResources().length > 0) await wait(closingMs);
    const left = this.#leftResources().map(({ kind, place }) =>
      place === undefined ? kind : `${kind}: ${place.file}:${place.line}`,
    );
    if (left.length > 0) this.#logger.warn('still running after stop', { left: [...new Set(left)] });
  }

  /** Rejects with what the work throws, or when it takes too long. */
  async #inTime(defaultMs: number, work: () => unknown): Promise<void> {
    const { manifest, life } = this.#options;
    const { timeoutMs = defaultMs } = life;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new LateError(`has not ended after ${timeoutMs} ms`)), timeoutMs);
    try {
      await Promise.race([runAs(manifest.id, async () => await work()), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #context(): StartContext {
    const { database, settings } = this.#options.life;
    const [ending, ended] = [this.#ending.signal, this.#ended.signal];
    let opened: Database | undefined;
    return {
      settings,
      get database() {
        opened ??= database(ended);
        return opened;
      },
      logger: this.#logger,
      signal: ending,
      every: (ms, work) => {
        if (!(ms >= 1 && ms <= longestMs)) throw new RangeError(`context.every: ${ms} is not 1 to ${longestMs} ms`);
        this.#repeats.push(this.#repeat(ms, work));
      },
    };
  }

  async #repeat(ms: number, work: () => unknown): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      try {
        await wait(ms, undefined, { signal, ref: false });
      } catch {
        return; // aborted
      }
      try {
        await runAs(this.#options.manifest.id, work);
      } catch (err) {
        this.#logger.error('work of context.every failed', { err });
      }
    }
  }

  #notStarted(error: unknown): Finding {
    const { id, folder, life = folder } = this.#options.manifest;
    const isLate = error instanceof LateError;
    const where = framesOf(error).find(({ file }) => file.startsWith(folder) && isTeamsOwn(file));
    const what = `start() of the extension "${id}" ${isLate ? error.message : `throws: ${errorMessage(error)}`}`;
    const fix = isLate
      ? 'Await only what requests need. Begin longer work without awaiting it, and end it with context.signal.'
      : 'Correct it there, or catch what may fail. Without start(), the extension serves nothing.';
    return errorFinding('EXTENSION_NOT_STARTED', { where: where ?? { file: life, line: 1 }, what, fix });
  }
}

function functionOf(module: unknown, name: 'start' | 'stop'): ((context?: StartContext) => unknown) | undefined {
  const exported: unknown = isObject(module) ? module[name] : undefined;
  return typeof exported === 'function' ? (...given) => Reflect.apply(exported, undefined, given) : undefined;
}

class LateError extends Error {}
