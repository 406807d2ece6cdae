import { constants, type Stats } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readdir, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readSummary, summarize } from '#admin';
import { isObject, parseKnown, pathExists } from '#base';
import { digest, readIfExists } from '#bundle';
import type { ExtensionManifest } from '#extensions';
import type { Generation } from '#gateway';
import type { KeptSource, ServedGeneration } from './generation-host.ts';

/** So many generations stay on disk however old or large they are, including the current one. */
const keptAlways = 5;
/** A generation that has served within this time stays, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000;
/** No more generations than these stay, nor more than these bytes of extensions' folders. */
const most = { generations: 200, bytes: 500_000_000 } as const;

type KeptBounds = Readonly<Record<keyof typeof most, number>>;

/** The copy of `graphql.persisted.documents` in a generation's folder. */
const documentsName = 'documents';

/** What the generation had, for the console. */
const summaryName = 'summary.json';

/** Description of a kept generation, stored as JSON. */
interface Note {
  readonly number: number;
  readonly at: string;
  readonly configHash: string;
  /** The folder in `sources/` of each extension. */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * The generations of the last 24 hours in `.stoa/generations/`: gateway.yaml's text, the persisted documents, and a
 * copy of each extension's folder. Generations share the copy of an unchanged folder. A rollback builds from these
 * folders in the same way as a start.
 */
export class KeptGenerations {
  readonly #folder: string;
  readonly #most: KeptBounds;
  #notes: readonly Note[];
  /** Bytes of the folders in `sources/`. */
  readonly #bytes = new Map<string, number>();

  private constructor(folder: string, notes: readonly Note[], bounds: KeptBounds) {
    this.#folder = folder;
    this.#most = bounds;
    this.#notes = notes;
  }

  static async open(stateFolder: string, bounds: KeptBounds = most): Promise<KeptGenerations> {
    const folder = join(stateFolder, 'generations');
    const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name));
    const notes = await Promise.all(names.map((name) => readNote(join(folder, name, 'generation.json'))));
    return new KeptGenerations(
      folder,
      notes.flatMap((note) => note ?? []).toSorted((a, b) => a.number - b.number),
      bounds,
    );
  }

  /** Ascending. */
  get numbers(): readonly number[] {
    return this.#notes.map(({ number }) => number);
  }

  has(number: number): boolean {
    return this.#notes.some((note) => note.number === number);
  }

  /** Generations of earlier processes. */
  earlier(own: ReadonlySet<number>): readonly Generation[] {
    return this.#notes
      .filter(({ number }) => !own.has(number))
      .map(({ number, at, configHash }) => {
        return { number, at, configHash, reason: 'an earlier process', ms: 0, state: 'kept', findings: [] };
      });
  }

  /** The sources of a kept generation. Undefined when they are missing or incomplete. */
  async read(number: number): Promise<KeptSource | undefined> {
    const note = this.#notes.find((each) => each.number === number);
    if (note === undefined) return undefined;
    const text = await readIfExists(join(this.#folder, String(number), 'gateway.yaml'));
    const folders = Object.entries(note.sources).map(
      ([extension, name]) => [extension, join(this.#folder, 'sources', name)] as const,
    );
    const areThere = await Promise.all(folders.map(([, folder]) => pathExists(folder)));
    if (text === undefined || areThere.includes(false)) {
      // An operator deleted it, or another process of this project evicted it.
      this.#notes = this.#notes.filter((each) => each !== note);
      return undefined;
    }
    return { text: text.toString(), folders: new Map(folders), documents: this.#documentsOf(number) };
  }

  /**
   * Stores this generation, and deletes those that are too old, too many or too large. Returns false, and stores
   * nothing, when its files have changed since the build began, because their earlier content is gone.
   */
  async keep(served: ServedGeneration, builtSince: number): Promise<boolean> {
    const { generation: number, config, manifests } = served;
    const documents = config.graphql.persisted && resolve(config.folder, config.graphql.persisted.documents);
    const paths = [...manifests.map(({ folder }) => folder), ...(documents === undefined ? [] : [documents])];
    const changed = await Promise.all(paths.map(newestIn));
    // Rounded down: file times are finer than `builtSince`. The build has read what its first millisecond saved.
    if (Math.floor(Math.max(...changed)) > builtSince) return false;
    await mkdir(join(this.#folder, 'sources'), { recursive: true, mode: 0o700 });
    const sources = await Promise.all(
      manifests.map(async (manifest) => [manifest.id, await this.#copy(manifest)] as const),
    );
    const copied = sources.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]));
    if (copied.length < sources.length) return false;
    const note: Note = {
      number,
      at: new Date().toISOString(),
      configHash: digest(config.source),
      sources: Object.fromEntries(copied),
    };
    const folder = join(this.#folder, String(number));
    const temporary = `${folder}.${process.pid}.tmp`;
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    // gateway.yaml may contain secrets.
    await writeFile(join(temporary, 'gateway.yaml'), config.source, { mode: 0o600 });
    await writeFile(join(temporary, 'generation.json'), JSON.stringify(note, null, 2), { mode: 0o600 });
    await writeFile(join(temporary, summaryName), JSON.stringify(summarize(served)), { mode: 0o600 });
    if (documents !== undefined) await cp(documents, join(temporary, documentsName), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
    this.#notes = [...this.#notes.filter((each) => each.number !== number), note];
    await this.#forget();
    return true;
  }

  /** What a kept generation had. Undefined when it is not kept, or was kept by an earlier version. */
  async describe(number: number) {
    const source = await this.read(number);
    const text = await readIfExists(join(this.#folder, String(number), summaryName));
    const summary = text && readSummary(text.toString());
    return source && summary && { summary, folders: source.folders };
  }

  #documentsOf(number: number): string {
    return join(this.#folder, String(number), documentsName);
  }

  /** Copies an extension's folder. Undefined when a file in it changed meanwhile. */
  async #copy({ id, folder }: ExtensionManifest): Promise<string | undefined> {
    const sources = join(this.#folder, 'sources');
    // After a rollback, the folder is such a copy itself.
    if (folder.startsWith(sources)) return basename(folder);
    const from = await realpath(folder);
    const entries = await entriesIn(from);
    const signature = signatureOf(entries);
    const name = `${id}-${signature}`;
    const target = join(sources, name);
    if (await pathExists(target)) return name;
    const temporary = `${target}.${process.pid}.tmp`;
    await rm(temporary, { recursive: true, force: true });
    for (const entry of entries) await copyEntry(entry, from, temporary);
    if (await pathExists(join(from, 'node_modules')))
      await symlink(join(from, 'node_modules'), join(temporary, 'node_modules'));
    if (signatureOf(await entriesIn(from)) !== signature) {
      await rm(temporary, { recursive: true });
      return undefined;
    }
    await rename(temporary, target);
    return name;
  }

  async #forget(): Promise<void> {
    const old = await this.#tooOld();
    this.#notes = this.#notes.filter((note) => !old.includes(note));
    const used = new Set(this.#notes.flatMap(({ sources }) => Object.values(sources)));
    const sources = await readdir(join(this.#folder, 'sources'));
    await Promise.all([
      ...old.map(({ number }) => rm(join(this.#folder, String(number)), { recursive: true, force: true })),
      ...sources
        .filter((name) => !used.has(name))
        .map((name) => rm(join(this.#folder, 'sources', name), { recursive: true, force: true })),
    ]);
  }

  async #tooOld(): Promise<readonly Note[]> {
    const since = new Date(Date.now() - keptMs).toISOString();
    const seen = new Set<string>();
    const old: Note[] = [];
    let bytes = 0;
    for (const [age, note] of this.#notes.toReversed().entries()) {
      for (const name of Object.values(note.sources)) {
        if (!seen.has(name)) bytes += await this.#bytesOf(name);
        seen.add(name);
      }
      // It served until the next one was built.
      const until = this.#notes.at(-age)?.at ?? note.at;
      const isTooMuch = age >= this.#most.generations || bytes > this.#most.bytes;
      if (age >= keptAlways && (old.length > 0 || isTooMuch || until < since)) old.push(note);
    }
    return old;
  }

  async #bytesOf(name: string): Promise<number> {
    const known = this.#bytes.get(name);
    if (known !== undefined) return known;
    // An operator may have deleted it.
    const entries = await entriesIn(join(this.#folder, 'sources', name)).catch(() => []);
    const bytes = entries.reduce((sum, { status }) => sum + bytesOf(status), 0);
    this.#bytes.set(name, bytes);
    return bytes;
  }
}

function isKept(path: string): boolean {
  const name = basename(path);
  return name !== 'node_modules' && (!name.startsWith('.') || name === '.meshrc.yaml');
}

interface Entry {
  readonly name: string;
  readonly isLink: boolean;
  /** Of a link: that of its target, whose changes count. */
  readonly status: Stats;
}

/** What `cp` does, which asks the system ten times for each file. */
async function copyEntry({ name, isLink, status }: Entry, from: string, to: string): Promise<void> {
  const [source, target] = [join(from, name), join(to, name)];
  if (isLink) await symlink(await realpath(source), target);
  else if (status.isDirectory()) await mkdir(target);
  else await copyFile(source, target, constants.COPYFILE_FICLONE);
}

/** A hash of all names, sizes and times in a folder. */
function signatureOf(entries: readonly Entry[]): string {
  return digest(JSON.stringify(entries.map(({ name, status }) => [name, bytesOf(status), status.mtimeMs])));
}

function bytesOf(status: Stats): number {
  return status.isDirectory() ? 0 : status.size;
}

/** The latest modification time below a path. Folders count, since a deleted file changes only its folder. */
async function newestIn(path: string): Promise<number> {
  const status = await stat(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(...(await entriesIn(path)).map((entry) => entry.status.mtimeMs));
}

/** The folder itself, with an empty name, and then what is kept of it, each after its folder. */
async function entriesIn(folder: string): Promise<readonly Entry[]> {
  const names = await readdir(folder, { recursive: true });
  const inside = ['', ...names.filter((name) => name.split('/').every(isKept)).toSorted()];
  return Promise.all(
    inside.map(async (name) => {
      const own = await lstat(join(folder, name));
      const isLink = own.isSymbolicLink();
      return { name, isLink, status: isLink ? await stat(join(folder, name)) : own };
    }),
  );
}

async function readNote(file: string): Promise<Note | undefined> {
  const content = await readIfExists(file);
  // It may be written by another version, or damaged.
  return content && parseKnown(content.toString(), isNote);
}

function isNote(value: unknown): value is Note {
  if (!isObject(value) || !isObject(value.sources)) return false;
  const names = Object.values(value.sources);
  return (
    typeof value.number === 'number' &&
    typeof value.at === 'string' &&
    typeof value.configHash === 'string' &&
    names.every((name) => typeof name === 'string' && /^[a-z0-9-]+$/.test(name))
  );
}
