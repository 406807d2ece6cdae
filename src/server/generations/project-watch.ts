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
  /** Milliseconds without a change before a reload: editors and version control change files in several steps. */
  readonly settleMs: number;
  /** Called once for a group of changes, with one of the changed files. */
  readonly onChange: (path: string) => void;
}

const ignoredFolders = new Set(['node_modules', '.git', '.stoa']);

/** Watches gateway.yaml and what it names: the folders of the extensions, and the persisted documents. */
export class ProjectWatch {
  readonly #options: ProjectWatchOptions;
  /** The first, and one for each group of paths that came later: only a new one says when it is ready. */
  readonly #watchers: FSWatcher[] = [];
  #paths: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: ProjectWatchOptions) {
    this.#options = options;
  }

  /** Resolves when every further change is noticed. */
  static async start(options: ProjectWatchOptions): Promise<ProjectWatch> {
    const watch = new ProjectWatch(options);
    watch.#paths = [options.file, ...((await watch.#named()) ?? [])];
    await watch.#add(watch.#paths);
    return watch;
  }

  /**
   * Reads gateway.yaml again and watches the files that it names. While it cannot be read, the watched files stay
   * the same. Resolves when every further change is noticed: what is read after that misses no edit.
   */
  async follow(): Promise<void> {
    const named = await this.#named();
    // The watch may close while the file is read.
    if (named === undefined || this.#isClosed) return;
    const paths = [this.#options.file, ...named];
    const [gone, added] = [without(this.#paths, paths), without(paths, this.#paths)];
    this.#paths = paths;
    for (const watcher of this.#watchers) watcher.unwatch([...gone]);
    if (added.length > 0) await this.#add(added);
  }

  /** Loads chokidar here, since a gateway that does not watch needs none. */
  async #add(paths: readonly string[]): Promise<void> {
    const { watch } = await import('chokidar');
    if (this.#isClosed) return;
    const watcher = watch([...paths], { ignoreInitial: true, ignored: (path) => isIgnored(path, this.#paths) });
    this.#watchers.push(watcher);
    watcher.on('all', (_event, path) => this.#note(path));
    watcher.on('error', (err) => this.#options.logger.warn('cannot watch everything', { err }));
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#watchers.map((watcher) => watcher.close()));
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

function without(paths: readonly string[], others: readonly string[]): readonly string[] {
  return paths.filter((path) => !others.includes(path));
}

/** Only the path below a watched folder decides whether a file is ignored. */
function isIgnored(path: string, roots: readonly string[]): boolean {
  const root = roots.find((each) => path === each || path.startsWith(each + sep)) ?? '';
  const inside = path.slice(root.length).split(sep);
  return inside.some((name) => ignoredFolders.has(name)) || transient.test(inside.at(-1) ?? '');
}

/** Files that `stoa types` or an editor writes, and that no gateway reads. */
const transient = /\.gen\.ts$|\.d\.css\.ts$|\.tmp$|^extension\.contract\.json$|~$|\.sw[a-z]$|^4913$/;
