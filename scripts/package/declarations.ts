/**
 * The type declarations of the public entries, which must not expose internal modules. An entry in src/ may reach
 * its neighbours in src/. An entry in a room may reach that room and `base`.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { declarationOf, own, publicEntries, root, toolingPath } from './manifest.ts';

const run = promisify(execFile);
const source = join(root, 'src');

/** Writes the declarations to this folder. */
export async function writeDeclarations(target: string): Promise<void> {
  const emitted = await mkdtemp(join(tmpdir(), 'stoa-types-'));
  try {
    const tsc = join(root, 'node_modules/.bin/tsc');
    await run(tsc, ['-p', join(import.meta.dirname, 'tsconfig.json'), '--outDir', emitted], { cwd: root });
    for (const { source: file, path } of publicEntries.filter((entry) => entry.path !== toolingPath)) {
      const entry = declarationOf(file);
      await copyReached({ emitted, target, folder: dirname(entry), entry: path }, entry, new Set());
    }
  } finally {
    await rm(emitted, { recursive: true });
  }
}

interface Copying {
  readonly emitted: string;
  readonly target: string;
  readonly folder: string;
  readonly entry: string;
}

async function copyReached(copying: Copying, file: string, done: Set<string>): Promise<void> {
  if (done.has(file)) return;
  done.add(file);
  const { emitted, target, folder, entry } = copying;
  const isNear = folder === '.' ? !file.includes(sep) : [folder, 'base'].some((room) => file.startsWith(room + sep));
  if (!isNear) throw new Error(`The types of "${entry}" reach ${file}: write what they need into the entry itself.`);
  // tsc does not emit `.d.ts` files that are sources, so those are read from src/.
  const written = await readFile(join(emitted, file), 'utf8').catch(() => readFile(join(source, file), 'utf8'));
  const text = written
    // The repository's short names are not those of the package.
    .replace(/(?<=(?:from |import\()')#[^']+(?=')/g, (name) => nameFrom(file, name))
    .replace(/(?<=from '\.[^']+)\.ts(?=')/g, '.js')
    .replace(
      /(?<=<reference path=")[^"]+/g,
      (path) => `./${relative(dirname(file), reachedFrom(emitted, file, path))}`,
    );
  await mkdir(dirname(join(target, file)), { recursive: true });
  await writeFile(join(target, file), text);
  for (const [, imported = ''] of text.matchAll(/(?:from|import\(|path=)\s*['"](\.[^'"]+)['"]/g))
    await copyReached(copying, reachedFrom(emitted, file, imported), done);
}

function nameFrom(file: string, name: string): string {
  const path = own.imports[name];
  if (path === undefined) throw new Error(`The types of ${file} import "${name}", which package.json does not name`);
  return relative(dirname(file), declarationOf(path).replace(/\.d\.ts$/, '.js')).replace(/^(?!\.)/, './');
}

/** Relative to the folder of declarations, which has the folders of src/. */
function reachedFrom(emitted: string, file: string, path: string): string {
  const reached = resolve(emitted, dirname(file), path.replace(/(?<!\.d)\.[jt]s$/, '.d.ts'));
  return relative(reached.startsWith(source + sep) ? source : emitted, reached);
}
