import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, ignoreMissing } from '#base';

/** Number of bundles kept per extension, for switching between versions of it. */
const keptBundles = 4;

/** Milliseconds for which a used bundle is kept: another process may be about to import it. */
const graceMs = 60 * 60_000;

/** Sets the bundle's modification time, which marks it as used. */
export async function touchBundle(file: string): Promise<void> {
  const now = new Date();
  await ignoreReadOnly(async () => {
    if (now.getTime() - (await stat(file)).mtimeMs > graceMs / 2) await utimes(file, now, now);
  });
}

/** Removes bundles that were replaced long ago, and partial files of killed processes. Removes nothing else. */
export async function removeOldBundles(buildFolder: string): Promise<void> {
  await ignoreReadOnly(async () => {
    const files = await Promise.all((await readdir(buildFolder)).map((name) => describe(buildFolder, name)));
    const ours = files.flatMap((file) => file ?? []).toSorted((a, b) => b.usedAt - a.usedAt);
    const old = [...Map.groupBy(ours, ({ group }) => group).values()].flatMap((group) => group.slice(keptBundles));
    const unused = old.filter(({ usedAt }) => Date.now() - usedAt > graceMs);
    await Promise.all(unused.map(({ path }) => rm(path, { force: true })));
  });
}

interface BuiltFile {
  readonly path: string;
  /** The extension's name. Partial files form one group. */
  readonly group: string;
  readonly usedAt: number;
}

async function describe(folder: string, name: string): Promise<BuiltFile | undefined> {
  const [, group] =
    /^(_host|[a-z0-9-]+)-[0-9a-f]{20}\.mjs$/.exec(name) ??
    /^(_pages)-[0-9a-f]{20}\.bin$/.exec(name) ??
    /\.(?:mjs|bin|json)(\.)\d+\.[0-9a-f-]{36}\.tmp$/.exec(name) ??
    [];
  if (group === undefined) return undefined;
  const path = join(folder, name);
  const found = await stat(path).catch(ignoreMissing);
  return found && { path, group, usedAt: found.mtimeMs };
}

/** Ignores missing write permission: a gateway can start from a read-only build folder. */
export async function ignoreReadOnly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(errorCode(error))) throw error;
  }
}
