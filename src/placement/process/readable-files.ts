import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface ReadableFiles {
  /** In the order of the call. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

/**
 * The child's files, where its user can read them. Folders above a project may be closed to other users, so theirs are
 * copies in a new folder. They have no secrets: they are code.
 */
export async function readableBy(uid: number | undefined, files: readonly string[]): Promise<ReadableFiles> {
  if (uid === undefined) return { files, remove: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'stoa-process-'));
  const copies = await Promise.all(
    files.map(async (file) => {
      const copy = join(folder, basename(file));
      await copyFile(file, copy);
      await chmod(copy, 0o444);
      return copy;
    }),
  );
  await chmod(folder, 0o755);
  return { files: copies, remove: () => rm(folder, { recursive: true, force: true }) };
}
