import { relative } from 'node:path';
import type { Logger } from '#base';
import { ProjectWatch, type RunningGateway } from '#server';

/**
 * Milliseconds without a change before a reload. In development a half-written file is harmless, so waiting is
 * short. In production the gateway must never read one.
 */
const settleMs = { development: 15, production: 150 } as const;

/** The files of the shop, watched in development or when gateway.yaml asks for it. */
export class WatchedProject {
  readonly #parts: { readonly file: string; readonly logger: Logger; readonly development: boolean };
  #watching: Promise<ProjectWatch> | undefined;
  #onChange: (path: string) => void = () => undefined;
  #isWatched = false;

  constructor(parts: { readonly file: string; readonly logger: Logger; readonly development: boolean }) {
    this.#parts = parts;
    // From the start in development, because a shop that cannot open is tried again after a change.
    if (parts.development) this.#watch();
  }

  /** Whether the watcher is ready and misses no change. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** Resolves when the watcher is ready, or at once without one. */
  async watched(): Promise<void> {
    await this.#watching;
    this.#isWatched = true;
  }

  /** Resolves with the path of the next change. */
  async change(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#onChange = resolve;
    await (await this.#watching)?.follow();
    return promise;
  }

  /** Reloads after each change, if gateway.yaml or development asks for it. Resolves when the watcher is ready. */
  async follow({ gateway, generations }: RunningGateway): Promise<void> {
    const { development, file } = this.#parts;
    if (!development && !gateway.config.reload.watch) return;
    this.#onChange = async (path) => {
      if (development) process.stderr.write(`changed: ${path}\n`);
      await generations.reload(relative(process.cwd(), path));
      await (await this.#watching)?.follow();
    };
    this.#watch();
    await this.#watching;
    this.#parts.logger.debug('watching', { file });
  }

  async close(): Promise<void> {
    await (await this.#watching)?.close();
  }

  #watch(): void {
    const { file, logger, development } = this.#parts;
    this.#watching ??= ProjectWatch.start({
      file,
      logger,
      environment: process.env,
      settleMs: settleMs[development ? 'development' : 'production'],
      onChange: (path) => this.#onChange(path),
    });
  }
}
