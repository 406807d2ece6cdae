import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';

/** A file that a pack was made of, or consists of. */
export interface KeptFile {
  readonly path: string;
  /** Looked at before the content, so that who saves the file in between is noticed by the next start. */
  readonly stamp: string | undefined;
  readonly hash: string;
}

export interface PackRecord {
  /** Absolute path of the pack, `<name>-<hash>.js`. */
  readonly program: string;
  readonly files: readonly KeptFile[];
}

/** Tells records apart that must not be mixed up: of another entry, another place (paths are part of a pack), or another Node. */
export function recordName(entry: string): string {
  return hashOf(JSON.stringify([entry, import.meta.url, process.version]));
}

/**
 * The path of the pack that the record tells of, if nothing has changed since. Stamps are compared first, which is a third of the work
 * of reading; what was only copied or checked out anew has other stamps and the same content. Not asynchronous: nothing else runs
 * yet, and it takes half the time.
 */
export async function keptPack(recordFile: string): Promise<string | undefined> {
  const record = readRecord(recordFile);
  if (record === undefined) return undefined;
  const { program } = record;
  const files = record.files.map((file) => (isUntouched(file) ? file : keptFile(file.path)));
  if (files.some(({ hash }, index) => hash !== record.files[index]?.hash)) return undefined;
  const isTouched = files.some((file, index) => file.stamp !== record.files[index]?.stamp);
  if (isTouched) await keepRecord(recordFile, { program, files });
  return program;
}

export async function keepRecord(recordFile: string, record: PackRecord): Promise<void> {
  await writeIfAllowed(recordFile, JSON.stringify(record));
}

/** The file as it is, or as one that is not there. */
export function keptFile(path: string): KeptFile {
  const stamp = stampOf(path);
  const content = contentOf(path);
  return { path, stamp, hash: content === undefined ? 'absent' : hashOf(content) };
}

/** Equal as long as nobody writes the file. Undefined for one that was written only just now, and may be again in the same tick. */
export function stampOf(path: string): string | undefined {
  const stat = statIfThere(path);
  if (stat === undefined) return 'absent';
  // The inode's own time as well: npm gives all files of all packages the same date.
  const { mtimeMs, ctimeMs, size } = stat;
  const isFresh = Math.abs(Date.now() - Math.max(mtimeMs, ctimeMs)) < freshMs;
  return isFresh ? undefined : `${mtimeMs} ${ctimeMs} ${size}`;
}

/** Longer than the clock of a file system takes for one step. */
const freshMs = 50;

function isUntouched({ path, stamp }: KeptFile): boolean {
  return stamp !== undefined && stamp === stampOf(path);
}

/** Hexadecimal digest, as long as file names need it. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 20);
}

/** A file's content; undefined when it cannot be read, for whatever reason: then it is made anew, or the sources run. */
export function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Whether it could be written: what is only kept to save time may lie where nobody can write, or on a disk that is full. */
export async function writeIfAllowed(file: string, content: string | Uint8Array): Promise<boolean> {
  const { writeAtomically } = await import('../build/write-atomically.ts');
  try {
    await writeAtomically(file, content);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** The system's, whatever it has against it. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

// A record that is damaged, or of another version of this file, is as good as none.
function readRecord(file: string): PackRecord | undefined {
  const content = contentOf(file);
  if (content === undefined) return undefined;
  try {
    const record: unknown = JSON.parse(content.toString());
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is PackRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { program, files }: Partial<Record<keyof PackRecord, unknown>> = value;
  return typeof program === 'string' && Array.isArray(files);
}
