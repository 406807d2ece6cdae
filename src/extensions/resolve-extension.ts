import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve as resolvePath } from 'node:path';
import { didYouMean } from '#base';

/**
 * The folder of an extension's `resolve`: relative to the folder of gateway.yaml, or else an npm package installed
 * for that folder. Workspaces are installed as links.
 */
export async function resolveExtension(
  resolve: string,
  folder: string,
): Promise<{ readonly folder: string } | { readonly what: string; readonly fix: string }> {
  const path = resolvePath(folder, resolve);
  if (await isFolder(path)) return { folder: path };
  if (packagePattern.test(resolve)) {
    const found = await findPackage(resolve, folder);
    if (found !== undefined) return { folder: found };
    const fix = `For a folder, write "./${resolve}"; for a package, run "npm install ${resolve}" first.`;
    return { what: `"${resolve}" is neither a folder nor an installed package`, fix };
  }
  const siblings = await folderNames(dirname(path));
  const fix = didYouMean(basename(path), siblings);
  return { what: `there is no folder "${path}"`, fix };
}

const packagePattern = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

// Not by require.resolve, because an extension needs no main module.
async function findPackage(name: string, folder: string): Promise<string | undefined> {
  const path = join(folder, 'node_modules', name);
  if (await isFolder(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : findPackage(name, parent);
}

async function isFolder(path: string): Promise<boolean> {
  // A folder that cannot be read cannot be used either.
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function folderNames(folder: string): Promise<readonly string[]> {
  if (!(await isFolder(folder))) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
}
