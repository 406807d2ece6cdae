import { copyFile, link, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorCode } from '#base';

/**
 * Copies the files of extensions into a folder, and returns how many. They never change, so a backup has links to them
 * where both folders are on one disk. Without those of running requests, whose folder begins with a dot.
 */
export async function copyFiles(source: string, target: string, { asLinks = false } = {}): Promise<number> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(unlessMissing([]));
  const copied = entries.map(async (entry) => {
    const from = join(entry.parentPath, entry.name);
    const path = relative(source, from);
    if (!entry.isFile() || path.startsWith('.')) return 0;
    const to = join(target, path);
    await mkdir(dirname(to), { recursive: true });
    // An extension may remove a file during the backup.
    return (asLinks ? link(from, to).catch(() => copy(from, to)) : copy(from, to)).then(() => 1, unlessMissing(0));
  });
  return (await Promise.all(copied)).reduce((sum: number, one) => sum + one, 0);
}

/** Whole or not at all. */
async function copy(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  await rename(part, to);
}

function unlessMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return value;
  };
}
