import { dirname, resolve, sep } from 'node:path';
import type { FSWatcher } from 'chokidar';
import type { Logger } from '#base';
import { readConfig } from '#config';
import { resolveExtension } from '#extensions';

export interface ProjectWatchOptions {
  /** The path of gateway.yaml. */
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  /**
   * Milliseconds without a change before a reload: editors save a file in several steps, and version control changes
   * many files.
   */
  readonly settleMs: number;
  /** Called once for a group of changes, with one of the changed files. */
  readonly onChange: (path: string) => void;
}

const ignoredFolders = new Set(['node_modules', '.git', '.stoa']);

/** Watches gateway.yaml and what it names: the folders of the extensions, and the persisted documents. */
export class ProjectWatch {
  readonly #options: ProjectWatchOptions;
  #watcher: FSWatcher | undefined;
  #paths: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: ProjectWatchOptions) {
    this.#options = options;
  }

  /** Resolves when every further change is noticed. */
  static async start(options: ProjectWatchOptions): Promise<ProjectWatch> {
    const watch = new ProjectWatch(options);
    // Loaded here, since a gateway that does not watch needs no chokidar.
    const [{ watch: watchFiles }, named = []] = await Promise.all([import('chokidar'), watch.#named()]);
    watch.#paths = [options.file, ...named];
    const watcher = watchFiles([...watch.#paths], {
      ignoreInitial: true,
      ignored: (path) => isIgnored(path, watch.#paths),
    });
    watch.#watcher = watcher;
    watcher.on('all', (_event, path) => watch.#note(path));
    watcher.on('error', (err) => options.logger.warn('cannot watch everything', { err }));
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
    return watch;
  }

  /**
   * Reads gateway.yaml again and watches the files that it names. While it cannot be read, the watched files stay
   * the same.
   */
  async follow(): Promise<void> {
    const named = await this.#named();
    // The watch may close while the file is read.
    if (named === undefined || this.#isClosed) return;
    const paths = [this.#options.file, ...named];
    const [before, added] = [this.#paths, paths.filter((path) => !this.#paths.includes(path))];
    this.#paths = paths;
    this.#watcher?.unwatch(before.filter((path) => !paths.includes(path)));
    this.#watcher?.add([...added]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#watcher?.close();
  }

  async #named(): Promise<readonly string[] | undefined> {
    const { file, environment } = this.#options;
    const { config } = await readConfig(file, { environment });
    if (config === undefined) return undefined;
    const { persisted } = config.graphql;
    const documents = persisted === undefined ? [] : [resolve(dirname(file), persisted.documents)];
    const folders = await Promise.all(
      config.extensions.map(async ({ resolve: name }) => {
        const found = await resolveExtension(name, dirname(file));
        // A missing folder may appear later.
        return 'folder' in found ? found.folder : resolve(dirname(file), name);
      }),
    );
    return [...folders, ...documents];
  }

  #note(path: string): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onChange, this.#options.settleMs, path);
  }
}

/** Only the path below a watched folder decides whether a file is ignored. */
function isIgnored(path: string, roots: readonly string[]): boolean {
  const root = roots.find((each) => path === each || path.startsWith(each + sep)) ?? '';
  const inside = path.slice(root.length).split(sep);
  return inside.some((name) => ignoredFolders.has(name)) || transient.test(inside.at(-1) ?? '');
}

/** Files that `stoa types` or an editor writes, and that no gateway reads. */
const transient = /\.gen\.ts$|\.d\.css\.ts$|\.tmp$|^extension\.contract\.json$|~$|\.sw[a-z]$|^4913$/;
