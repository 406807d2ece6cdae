import { cp, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

let shared: Promise<string> | undefined;
const copies: string[] = [];
let count = 0;

/**
 * A gateway.yaml like the repository's own, changed by `edit`, in a folder that the whole run shares: equal extensions are
 * bundled once.
 */
export async function shopConfig(edit: (text: string) => string = (text) => text): Promise<string> {
  shared ??= sharedFolder();
  const file = join(await shared, `gateway-${process.pid}-${++count}.yaml`);
  await writeFile(file, edit(inRepository(await shopText())));
  return file;
}

/** The same in a folder of its own, which a test may change as it likes. */
export async function ownShop(edit: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-own-shop-'));
  copies.push(folder);
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, inRepository(edit(await shopText())));
  // Copies of extensions find their packages there.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return file;
}

function shopText(): Promise<string> {
  return readFile(join(root, 'gateway.yaml'), 'utf8');
}

function inRepository(text: string): string {
  return text.replaceAll('./extensions/', `${root}/extensions/`);
}

/** An edit of gateway.yaml: it loses the lines of these extensions. */
export function withoutLines(...names: readonly string[]): (text: string) => string {
  return keepLines((name) => !names.includes(name));
}

/** An edit of gateway.yaml: it has the lines of these extensions alone. In processes, each takes a second to start. */
export function onlyLines(...names: readonly string[]): (text: string) => string {
  return keepLines((name) => names.includes(name));
}

function keepLines(isKept: (name: string) => boolean): (text: string) => string {
  return (text) => text.replaceAll(/^ +- \{ name: ([\w-]+),.*\n/gm, (line, name: string) => (isKept(name) ? line : ''));
}

/** Given by `system-fixtures.ts` where several processes share one. */
async function sharedFolder(): Promise<string> {
  return process.env.STOA_TEST_SHOP ?? mkdtemp(join(await realpath(tmpdir()), 'stoa-shop-'));
}

/** The gateway.yaml of a copy of `test/fixtures/<name>/`, which a test may change as it likes; it is changed by `edit` already. */
export async function fixtureProject(name: string, edit?: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), `stoa-${name}-`));
  copies.push(folder);
  await cp(join(root, 'test/fixtures', name), folder, { recursive: true });
  const file = join(folder, 'gateway.yaml');
  if (edit !== undefined) await writeFile(file, edit(await readFile(file, 'utf8')));
  return file;
}

const sharedCopies = new Map<string, Promise<string>>();

/**
 * The same in a copy that all tests of this process share, which bundles its extensions once. Tests change none of its
 * files.
 */
export async function fixtureConfig(name: string, edit: (text: string) => string): Promise<string> {
  const copy = sharedCopies.get(name) ?? fixtureProject(name);
  sharedCopies.set(name, copy);
  const whole = await copy;
  const file = join(dirname(whole), `gateway-${++count}.yaml`);
  await writeFile(file, edit(await readFile(whole, 'utf8')));
  return file;
}

/** Writes the whole file at once: a watcher must not read the half of it. */
export async function saveWhole(file: string, text: string): Promise<void> {
  // A name that neither watchers nor readers of an extension's files look at.
  const whole = join(dirname(file), `.${basename(file)}.tmp`);
  await writeFile(whole, text);
  await rename(whole, file);
}

/** Called once, at the end of the run. */
export async function removeTestProjects(): Promise<void> {
  const folders = [...copies.splice(0), ...(await ownSharedFolder())];
  shared = undefined;
  sharedCopies.clear();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}

async function ownSharedFolder(): Promise<readonly string[]> {
  return shared === undefined || process.env.STOA_TEST_SHOP !== undefined ? [] : [await shared];
}
