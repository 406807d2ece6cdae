/**
 * `npm run pack-all [-- FOLDER]`: makes the tarballs of all packages, in tarballs/ by default. Until the packages
 * are published, `stoa init --packages FOLDER` creates a shop that installs from these tarballs.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from './package/manifest.ts';
import './build-package.ts';

/** Size limit of the tarball of `stoa`. */
const mostBytes = 920_000;

const target = resolve(process.argv[2] ?? join(root, 'tarballs'));
await mkdir(target, { recursive: true });
const old = (await readdir(target)).filter((name) => name.endsWith('.tgz'));
await Promise.all(old.map((name) => rm(join(target, name))));

const extensions = await publicFolders(join(root, 'extensions'));
const folders = [
  join(root, 'dist/stoa'),
  join(root, 'dist/kit'),
  join(root, 'packages/create-stoa'),
  join(root, 'packages/desk-ui'),
  ...extensions,
];
await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', target, ...folders], { cwd: root });

for (const name of (await readdir(target)).toSorted()) {
  const { size } = await stat(join(target, name));
  console.log(`${String(Math.ceil(size / 1000)).padStart(5)} kB  ${join(target, name)}`);
  if (size > mostBytes) throw new Error(`${name} is larger than ${mostBytes} bytes`);
}

async function publicFolders(parent: string): Promise<readonly string[]> {
  const folders = (await readdir(parent)).map((name) => join(parent, name));
  const manifests = await Promise.all(folders.map((folder) => readFile(join(folder, 'package.json'), 'utf8')));
  return folders.filter((_, index) => JSON.parse(manifests[index] ?? '{}').private !== true);
}
