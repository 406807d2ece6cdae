import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let parent: Promise<string> | undefined;
let count = 0;

/** Folders of closed shops. Their bundles are still there, and a shop with the same files uses them. */
const free: string[] = [];

/** A folder for one shop, with nothing but bundles. It is removed when the process ends. */
export async function takeShopFolder(): Promise<string> {
  const known = free.pop();
  if (known !== undefined) return known;
  parent ??= makeParent();
  const folder = join(await parent, String(++count));
  await mkdir(join(folder, '.stoa'), { recursive: true });
  return folder;
}

/** Removes what a closed shop has left, and keeps its bundles for the next one. */
export async function giveBackShopFolder(folder: string): Promise<void> {
  const state = join(folder, '.stoa');
  await Promise.all([removeAllBut('.stoa', folder), removeAllBut('build', state)]);
  free.push(folder);
}

async function makeParent(): Promise<string> {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'stoa-alone-')));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function removeAllBut(kept: string, folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== kept);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true })));
}
