import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface ReadableFile {
  readonly file: string;
  remove(): Promise<void>;
}

/**
 * The child's file, where its user can read it. Folders above a project may be closed to other users, so theirs is a
 * copy in a new folder. The file has no secrets: it is code.
 */
export async function readableBy(uid: number | undefined, file: string): Promise<ReadableFile> {
  if (uid === undefined) return { file, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'stoa-process-'));
  const copy = join(folder, basename(file));
  await copyFile(file, copy);
  await chmod(copy, 0o444);
  await chmod(folder, 0o755);
  return { file: copy, remove: () => rm(folder, { recursive: true, force: true }) };
}
