import { relative } from 'node:path';
import type { Logger } from '../base/logger.ts';
import { ProjectWatch } from '../server/project-watch.ts';
import type { RunningGateway } from '../server/start-gateway.ts';

/** Whoever develops waits for it, and mends what was caught half written; an open shop must never see half a file. */
const settleMs = { development: 15, production: 150 } as const;

/** The files of the shop that this process serves, watched where that is asked for. */
export class FollowedProject {
  readonly #parts: { readonly file: string; readonly logger: Logger; readonly development: boolean };
  #watching: Promise<ProjectWatch> | undefined;
  #onChange: (path: string) => void = () => undefined;
  #isWatched = false;

  constructor(parts: { readonly file: string; readonly logger: Logger; readonly development: boolean }) {
    this.#parts = parts;
    // In development from the beginning: a shop that does not open yet is tried again after a change.
    if (parts.development) this.#watch();
  }

  /** Whether no change is missed any more. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** Resolves when no change is missed any more; at once where nothing is watched. */
  async watched(): Promise<void> {
    await this.#watching;
    this.#isWatched = true;
  }

  /** Resolves with the next change. */
  async change(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#onChange = resolve;
    await (await this.#watching)?.follow();
    return promise;
  }

  /** From here on each change builds another generation, as far as gateway.yaml says so. Resolves when files are watched. */
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
