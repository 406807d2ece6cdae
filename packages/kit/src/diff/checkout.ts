import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/** A temporary copy of the repository at a revision, with the path of its gateway.yaml. */
export interface Checkout {
  readonly file: string;
  remove(): void;
}

/** Why a revision cannot be checked out. The message is for the user of the command. */
export class CheckoutError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckoutError';
  }
}

/**
 * Writes the files of a revision to a temporary folder. The repository does not change, because git uses a separate
 * index. `remove` deletes the folder, and so does the end of the process, also by a signal.
 */
export async function checkOut(gatewayFile: string, revision: string): Promise<Checkout> {
  const real = join(await realpath(dirname(gatewayFile)), basename(gatewayFile));
  const git = gitIn(dirname(real));
  const root = await git(['rev-parse', '--show-toplevel']).catch(() => {
    throw new CheckoutError(`${dirname(gatewayFile)} is not in a git repository; name another gateway.yaml instead`);
  });
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(
    () => {
      throw new CheckoutError(`there is no file, folder or revision "${revision}"`);
    },
  );
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-diff-'));
  const remove = removedAtExit(folder);
  const tree = join(folder, 'tree');
  const atRoot = gitIn(root, { GIT_INDEX_FILE: join(folder, 'index') });
  await atRoot(['read-tree', commit]);
  await atRoot(['checkout-index', '--all', `--prefix=${tree}/`]);
  await linkPackages(root, tree, await atRoot(['ls-files']));
  return { file: join(tree, relative(root, real)), remove };
}

/** The merge base of two revisions, for `A...B`. */
export async function mergeBase(gatewayFile: string, [one, other]: readonly [string, string]): Promise<string> {
  return gitIn(dirname(gatewayFile))(['merge-base', '--end-of-options', one, other]).catch(() => {
    throw new CheckoutError(`"${one}" and "${other}" have no revision in common`);
  });
}

function gitIn(folder: string, environment: Readonly<Record<string, string>> = {}) {
  return async (words: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('git', [...words], {
      cwd: folder,
      env: { ...process.env, ...environment },
      maxBuffer: 1 << 28,
    });
    return stdout.trim();
  };
}

function removedAtExit(folder: string): () => void {
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => process.exit(128 + number));
  }
  return remove;
}

/**
 * Links node_modules, where the repository does not contain it, into the copy. npm's links into the repository lead
 * into the copy.
 */
async function linkPackages(root: string, tree: string, files: string): Promise<void> {
  const folders = files.split('\n').flatMap((file) => (basename(file) === 'package.json' ? dirname(file) : []));
  for (const folder of new Set(['.', ...folders])) {
    const from = join(root, folder, 'node_modules');
    const to = join(tree, folder, 'node_modules');
    // The repository may contain it. As a link it would lead out of the copy, and be written through.
    if ((await lstat(to).catch(() => undefined))?.isSymbolicLink()) await rm(to);
    if ((await namesIn(to)).length === 0 && (await namesIn(from)).length > 0)
      await linkFolder(from, to, { root, tree });
  }
}

async function linkFolder(
  from: string,
  to: string,
  { root, tree }: { readonly root: string; readonly tree: string },
): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await namesIn(from)) {
    const source = join(from, name);
    if (name.startsWith('@')) {
      await linkFolder(source, join(to, name), { root, tree });
      continue;
    }
    // A broken link stays as it is.
    const target = await realpath(source).catch(() => source);
    const inside = relative(root, target);
    const isOwn = !inside.startsWith('..') && !inside.split('/').includes('node_modules');
    await symlink(isOwn ? join(tree, inside) : target, join(to, name));
  }
}

// Empty for a missing folder: most folders have no node_modules.
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
