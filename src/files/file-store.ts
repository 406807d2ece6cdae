import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type ExtensionId, errorCode, ignoreMissing, isExtensionId, RequestError } from '#base';
import type { Config } from '#config';
import type { FileSource, Files, PutOptions, StoredFile, StoredPicture, Upload } from '#extension-api';
import { endingOf, pictureTypeOf } from './media-types.ts';
import { readPicture } from './picture-widths.ts';
import { receiveFile } from './receive-file.ts';

/** The path of the files that everybody may read, below that of assets. */
const publicPath = '/assets/files/';

/** SHA-256 of the content, whether it is private, the size of a picture, and the ending of its type. */
const idForm = /^[\w-]{43}(\.private)?(\.\d{1,5}x\d{1,5})?\.([a-z0-9]{2,4})$/;

/** Milliseconds after which a received file is one of a process that was killed. Requests end before. */
const abandonedMs = 24 * 3_600_000;

type Settings = Pick<Config, 'files' | 'folder' | 'stateFolder'>;

const uploads = '.uploads';

/** The folder with the files of all extensions. What begins with a dot in it is of running requests. */
export function filesFolder({ files, folder, stateFolder }: Settings): string {
  return files.path === undefined ? join(stateFolder, 'files') : resolve(folder, files.path);
}

/**
 * The files of all extensions in one folder, which replicas may share: `<extension>/<first characters>/<id>`. A file
 * is written beside it and then renamed, so it is there whole or not at all, and never changes.
 */
export class FileStore {
  readonly #settings: Settings;
  readonly #folder: string;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#folder = filesFolder(settings);
  }

  /** Where files of requests are, and files that are being stored. */
  uploadsOf(extension: ExtensionId): string {
    return join(this.#folder, uploads, extension);
  }

  /** Removes files of requests that a killed process has left. */
  async removeAbandoned(): Promise<void> {
    const folder = join(this.#folder, uploads);
    const names = (await readdir(folder, { recursive: true }).catch(ignoreMissing)) ?? [];
    await Promise.all(
      names.map(async (name) => {
        const file = join(folder, name);
        const found = await stat(file).catch(() => undefined);
        if (found?.isFile() === true && Date.now() - found.mtimeMs > abandonedMs) await rm(file, { force: true });
      }),
    );
  }

  of(extension: ExtensionId, signal?: AbortSignal): Files {
    return {
      put: (source, options) => this.#put({ extension, signal }, source, options),
      putPicture: (source, options) => this.#putPicture({ extension, signal }, source, options),
      read: (id) => this.#read(extension, id),
      url: (id) => publicUrl(extension, id),
      delete: async (...ids) => {
        await Promise.all(ids.map((id) => rm(this.#pathOf(extension, id), { force: true })));
      },
    };
  }

  /** The path on disk of the file with this address. Undefined for another address, and for a private file. */
  publicFile(path: string): PublicFile | undefined {
    const [extension = '', id = '', ...more] = path.startsWith(publicPath)
      ? path.slice(publicPath.length).split('/')
      : [];
    if (more.length > 0 || !isExtensionId(extension) || !isPublic(id)) return undefined;
    const type = pictureTypeOf(id.slice(id.lastIndexOf('.') + 1));
    const file = this.#pathOf(extension, id);
    return { file, type: type ?? 'application/octet-stream', isShown: type !== undefined };
  }

  async #put(owner: Owner, source: FileSource, options: StoreOptions = {}): Promise<StoredFile> {
    const { types, public: isShown = false, size = '' } = options;
    const { path, bytes, type, hash } = await this.#receive(owner, source, options.maxBytes, types);
    const id = `${hash}${isShown ? '' : '.private'}${size}.${endingOf(type)}`;
    const file = this.#pathOf(owner.extension, id);
    await mkdir(resolve(file, '..'), { recursive: true });
    // Equal bytes may be there already.
    await rename(path, file);
    return { id, type, bytes, url: isShown ? publicUrl(owner.extension, id) : undefined };
  }

  async #putPicture(
    owner: Owner,
    source: FileSource,
    options: Pick<PutOptions, 'maxBytes'> = {},
  ): Promise<StoredPicture> {
    const received = await this.#receive(owner, source, options.maxBytes);
    try {
      const { folder, files } = this.#settings;
      const made = await readPicture(received, { folder, pixels: files.pixels }, 'The file');
      const sources = await Promise.all(
        made.map(async ({ width, height, content }) => {
          const { id } = await this.#put(owner, content, { public: true, size: `.${width}x${height}` });
          return { id, url: publicUrl(owner.extension, id), width };
        }),
      );
      const { width = 0, height = 0 } = made.at(-1) ?? {};
      return { width, height, sources };
    } finally {
      await rm(received.path, { force: true });
    }
  }

  async #receive({ extension, signal }: Owner, source: FileSource, maxBytes?: number, types?: readonly string[]) {
    const { files } = this.#settings;
    if (files.isPathOwed) throw new Error(owedPath);
    return receiveFile(chunksOf(source), {
      folder: this.uploadsOf(extension),
      maxBytes: Math.min(maxBytes ?? files.maxBytes, files.maxBytes),
      types,
      what: 'The file',
      isLasting: true,
      signal,
    });
  }

  async #read(extension: ExtensionId, id: string): Promise<Readable> {
    try {
      return (await open(this.#pathOf(extension, id))).createReadStream();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      throw new RequestError('NOT_FOUND', 404, 'There is no such file.');
    }
  }

  #pathOf(extension: ExtensionId, id: string): string {
    if (!idForm.test(id)) throw new TypeError(`"${id}" is no id of a stored file`);
    return join(this.#folder, extension, id.slice(0, 2), id);
  }
}

export const owedPath =
  'In production beside a PostgreSQL server, gateway.yaml states where files are: write "files: { path: ... }".';

interface StoreOptions extends PutOptions {
  /** Of a picture, in its id: a page that has the address alone keeps the place free. */
  readonly size?: string;
}

interface Owner {
  readonly extension: ExtensionId;
  readonly signal: AbortSignal | undefined;
}

async function* chunksOf(source: FileSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source;
  else yield* isUpload(source) ? source.stream() : source;
}

/** Iterators of Node have a property of the same name. */
export function isUpload(source: FileSource): source is Pick<Upload, 'stream'> {
  return 'stream' in source && typeof source.stream === 'function';
}

function isPublic(id: string): boolean {
  const [whole, hidden] = idForm.exec(id) ?? [];
  return whole !== undefined && hidden === undefined;
}

/** Throws TypeError for an id that is none of a public file. */
export function publicUrl(extension: string, id: string): string {
  if (!isPublic(id)) throw new TypeError(`"${id}" is no id of a public file`);
  return `${publicPath}${extension}/${id}`;
}

/** How the gateway serves a public file. Only pictures are shown, and nothing is served as HTML, SVG or script. */
interface PublicFile {
  readonly file: string;
  readonly type: string;
  /** Whether browsers show it. Else they save it. */
  readonly isShown: boolean;
}
