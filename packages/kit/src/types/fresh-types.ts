import { relative } from 'node:path';
import {
  type Config,
  discoverExtensions,
  type ExtensionManifest,
  errorMessage,
  type Logger,
  printReport,
  type RunningShop,
  readConfig,
  StartupError,
} from 'stoa/tooling';
import { allPages } from '../shop/index.ts';
import { TypeWriter } from './typed-files.ts';

/** Keeps the generated types of a shop fresh while it is developed. */
export class FreshTypes {
  readonly #writer = new TypeWriter();
  readonly #logger: Logger;
  /** The findings that were printed, as texts. */
  #known: ReadonlySet<string> = new Set();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Writes the types of what serves. */
  async ofServing(running: Pick<RunningShop, 'serving' | 'generations'>): Promise<void> {
    // A generation is kept only if no file of it changes until it is on disk.
    await running.generations.settled();
    const { config, manifests } = running.serving;
    await this.#write(config, manifests);
  }

  /**
   * Writes the types of files that cannot be served yet: a resolver is easier to write when its types are there. Does
   * nothing while an extension cannot be read, or has sources of GraphQL Mesh.
   */
  async ofFiles(file: string): Promise<void> {
    const { config } = await readConfig(file, { environment: process.env });
    if (config === undefined) return;
    const { manifests, findings } = await discoverExtensions(config);
    const isPartial = findings.some(({ severity }) => severity === 'error');
    if (isPartial || manifests.some(({ mesh }) => mesh !== undefined)) return;
    await this.#write({ ...config, pages: allPages(config, manifests) }, manifests);
  }

  async #write(
    config: Pick<Config, 'pages' | 'folder' | 'disabled'>,
    manifests: readonly ExtensionManifest[],
  ): Promise<void> {
    try {
      const written = (await this.#writer.write(config, manifests)).filter(({ isStale }) => isStale);
      for (const { file } of written) process.stderr.write(`types: ${relative(process.cwd(), file)}\n`);
      const refused = new Map(this.#writer.refused.map((finding) => [JSON.stringify(finding), finding]));
      printReport([...refused].flatMap(([text, finding]) => (this.#known.has(text) ? [] : finding)));
      this.#known = new Set(refused.keys());
    } catch (error) {
      // The reload has reported why the SDL cannot be joined.
      if (error instanceof StartupError) return;
      // The shop serves without them: the folder may be read-only.
      this.#logger.warn('types not written', { reason: errorMessage(error) });
    }
  }
}
