import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '#base';
import { writeAtomically } from '#bundle';
import type { DatabaseServer } from '#postgres';

/** Keeps files in a folder that all processes of the shop can write. A file's time is that of its last use. */
export function createAssetFolder(folder: string): DatabaseServer['assets'] {
  return {
    async keep(assets, { keepHours, keepMb }) {
      await mkdir(folder, { recursive: true });
      for (const { name, content } of assets) {
        const file = join(folder, fileOf(name));
        const now = new Date();
        const isThere = await utimes(file, now, now).then(() => true, ignoreMissing);
        if (isThere === undefined) await writeAtomically(file, content);
      }
      await prune(folder, { since: Date.now() - keepHours * 3_600_000, bytes: keepMb * 1024 * 1024 });
    },
    async find(names) {
      const found = await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(folder, fileOf(name))).catch(ignoreMissing);
          return content === undefined ? [] : [{ name, content }];
        }),
      );
      return found.flat();
    },
  };
}

/** Percent-encoded: no name leads out of the folder. The prefix tells the gateway's files from others. */
function fileOf(name: string): string {
  return `${prefix}${encodeURIComponent(name)}`;
}

const prefix = 'asset-';

async function prune(
  folder: string,
  { since, bytes }: { readonly since: number; readonly bytes: number },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const found = await stat(file).catch(ignoreMissing);
      return found === undefined ? [] : [{ file, size: found.size, usedAt: found.mtimeMs }];
    }),
  );
  let total = 0;
  for (const { file, size, usedAt } of files.flat().toSorted((a, b) => b.usedAt - a.usedAt)) {
    total += size;
    if (usedAt < since || total > bytes) await rm(file, { force: true });
  }
}
