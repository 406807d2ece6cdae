import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../extensions/source-file.ts';
import { writeAtomically } from './write-atomically.ts';

/** What a bundle was made of, so that the next start can tell that it would come out the same. */
interface BundleRecord {
  /** Hash of the settings, the files' contents and the folders' listings. */
  readonly fingerprint: string;
  /** Files that went into the bundle, and those that decide how packages resolve. */
  readonly files: readonly string[];
  /** Folders in which a new file or package could take another's place. */
  readonly folders: readonly string[];
  readonly bundleHash: string;
}

/** One extension's record, and the settings under which it holds. */
export interface CacheKey {
  readonly recordFile: string;
  readonly settings: string;
}

/** The hash of the bundle made last, if nothing that it was made of has changed since. */
export async function cachedBundleHash({ recordFile, settings }: CacheKey): Promise<string | undefined> {
  const record = parseRecord(await readIfThere(recordFile));
  if (record === undefined) return undefined;
  return (await fingerprint(settings, record)) === record.fingerprint ? record.bundleHash : undefined;
}

/** What esbuild read for a bundle, and when it began to. */
export interface BundleInputs {
  readonly folder: string;
  /** Absolute paths. */
  readonly inputs: readonly string[];
  readonly startedAt: number;
  readonly bundleHash: string;
}

/** Remembers what a bundle was made of; not when a file is so new that it may have changed under the build. */
export async function rememberBundle(key: CacheKey, built: BundleInputs): Promise<void> {
  const { folder, inputs, bundleHash } = built;
  // The extension may be an npm package itself.
  const isOwn = (file: string): boolean => !file.replace(folder, '').includes('/node_modules/');
  const manifests = inputs.filter((file) => !isOwn(file)).map(packageJsonOf);
  const files = [...new Set([...inputs, ...manifests])].toSorted();
  const folders = [...new Set([join(folder, 'node_modules'), ...inputs.filter(isOwn).map(dirname)])].toSorted();
  if (await areTooNew(files, built.startedAt)) return;
  const record: BundleRecord = {
    fingerprint: await fingerprint(key.settings, { files, folders }),
    files,
    folders,
    bundleHash,
  };
  await writeAtomically(key.recordFile, JSON.stringify(record));
}

/** Hexadecimal digest, as long as file names need it. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 20);
}

/** Equal as long as the settings, the files' contents and the folders' listings are. */
export async function fingerprint(
  settings: string,
  { files, folders }: Pick<BundleRecord, 'files' | 'folders'>,
): Promise<string> {
  const contents = await Promise.all(files.map(async (file) => digest((await readIfThere(file)) ?? 'absent')));
  const listings = await Promise.all(folders.map(async (folder) => (await namesIn(folder)).toSorted()));
  return digest(JSON.stringify({ settings, contents, listings }));
}

/** Whether one of the files may have changed while it was read: clocks of file systems tick in steps of some milliseconds. */
export async function areTooNew(files: readonly string[], startedAt: number): Promise<boolean> {
  return Math.max(...(await Promise.all(files.map(changedAt)))) > startedAt - 50;
}

function packageJsonOf(file: string): string {
  const [, packageFolder = dirname(file)] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return join(packageFolder, 'package.json');
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file).catch(absent))?.mtimeMs ?? 0;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

/** A file's content, or undefined when there is none. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(absent);
}

function absent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
}

// A record that is damaged, or of another version of this file, is as good as none.
function parseRecord(content: Buffer | undefined): BundleRecord | undefined {
  if (content === undefined) return undefined;
  try {
    const record: unknown = JSON.parse(content.toString());
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is BundleRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { fingerprint: print, files, folders, bundleHash }: Partial<Record<keyof BundleRecord, unknown>> = value;
  return typeof print === 'string' && typeof bundleHash === 'string' && isTexts(files) && isTexts(folders);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
