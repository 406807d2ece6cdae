import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { errorCode, parseKnown } from '#base';
import { writeAtomically } from './write-atomically.ts';

/** The inputs of a bundle. The next start compares them to decide whether a build would give the same bundle. */
interface BundleRecord {
  /** Hash of the settings, the contents of the files and the listings of the folders. */
  readonly fingerprint: string;
  /** Files in the bundle, and files that decide how packages resolve. */
  readonly files: readonly string[];
  /** Folders in which a new file or package could replace another. */
  readonly folders: readonly string[];
  readonly bundleHash: string;
}

/** The record file of one extension, and the settings for which it is valid. */
export interface CacheKey {
  readonly recordFile: string;
  readonly settings: string;
  /** Real paths of folders without a file in a bundle. They may differ from those of the build. */
  readonly excluded?: readonly string[];
}

/** Hash of the last bundle. Undefined when one of its inputs has changed. */
export async function cachedBundleHash({ recordFile, settings, excluded = [] }: CacheKey): Promise<string | undefined> {
  const content = await readIfExists(recordFile);
  // A record that is damaged, or has another version's format, counts as missing.
  const record = content && parseKnown(content.toString(), isRecord);
  if (record === undefined) return undefined;
  if (excluded.some((folder) => record.files.some((file) => file.startsWith(folder + sep)))) return undefined;
  return (await fingerprint(settings, record)) === record.fingerprint ? record.bundleHash : undefined;
}

/** The files that esbuild read for a bundle, and when the build started. */
export interface BundleInputs {
  readonly folder: string;
  /** Absolute paths. */
  readonly inputs: readonly string[];
  readonly startedAt: number;
  readonly bundleHash: string;
}

/** Records the inputs of a bundle. Records nothing when a file is so new that it may have changed during the build. */
export async function rememberBundle(key: CacheKey, built: BundleInputs): Promise<void> {
  const { folder, inputs, bundleHash } = built;
  // Compared without the folder, because the extension itself may be in node_modules.
  const isOwn = (file: string): boolean => !file.replace(folder, '').includes('/node_modules/');
  const manifests = inputs.filter((file) => !isOwn(file)).map(packageJsonOf);
  const files = [...new Set([...inputs, ...manifests])].toSorted();
  const folders = [...new Set([join(folder, 'node_modules'), ...inputs.filter(isOwn).map(dirname)])].toSorted();
  if (await mayHaveChanged(files, built.startedAt)) return;
  const record: BundleRecord = {
    fingerprint: await fingerprint(key.settings, { files, folders }),
    files,
    folders,
    bundleHash,
  };
  await writeAtomically(key.recordFile, JSON.stringify(record));
}

/** Hexadecimal digest, short enough for file names. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 20);
}

/** Equal while the settings, the contents of the files and the listings of the folders are equal. */
export async function fingerprint(
  settings: string,
  { files, folders }: Pick<BundleRecord, 'files' | 'folders'>,
): Promise<string> {
  const contents = await Promise.all(files.map(async (file) => digest((await readIfExists(file)) ?? 'absent')));
  const listings = await Promise.all(
    folders.map(async (folder) => ((await readdir(folder).catch(absent)) ?? []).toSorted()),
  );
  return digest(JSON.stringify({ settings, contents, listings }));
}

/** Whether a file may have changed while it was read. File systems tell the time to some milliseconds. */
export async function mayHaveChanged(files: readonly string[], startedAt: number): Promise<boolean> {
  const changed = files.map(async (file) => (await stat(file).catch(absent))?.mtimeMs ?? 0);
  return Math.max(...(await Promise.all(changed))) > startedAt - 50;
}

function packageJsonOf(file: string): string {
  const [, packageFolder = dirname(file)] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return join(packageFolder, 'package.json');
}

/** Content of a file. Undefined when the file does not exist. */
export async function readIfExists(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(absent);
}

function absent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
}

function isRecord(value: unknown): value is BundleRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { fingerprint: print, files, folders, bundleHash }: Partial<Record<keyof BundleRecord, unknown>> = value;
  return typeof print === 'string' && typeof bundleHash === 'string' && isTexts(files) && isTexts(folders);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
