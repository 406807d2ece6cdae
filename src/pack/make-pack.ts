import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf, isRefusal, type KeptFile, keepRecord, keptFile, writeIfAllowed } from './kept-pack.ts';
import { fileReader, outsideModules, tsconfigRaw } from './pack-plugins.ts';
import { mapsOf } from './run-pack.ts';

const root = resolve(import.meta.dirname, '../..');

/** Milliseconds; a process that has just read the record of an old pack may be about to run it. */
const graceMs = 60 * 60_000;

export interface MakePackOptions {
  /** Absolute path. */
  readonly file: string;
  readonly name: string;
  readonly folder: string;
  readonly recordFile: string;
}

/** Makes a pack of a module and all that it imports: its path. Undefined when it cannot be kept. */
export async function makePack({ file, name, folder, recordFile }: MakePackOptions): Promise<string | undefined> {
  // Making it takes longer than starting from the sources: not for nothing, again and again.
  if (!(await isWritable(folder))) return undefined;
  const { source, map, inputs } = await runEsbuild(file, folder);
  const program = join(folder, `${name}-${hashOf(source)}.js`);
  const parts = { [program]: source, [`${program}.map`]: map, [mapsOf(program)]: mapsSource(program) };
  const written = await Promise.all(Object.entries(parts).map(([path, content]) => writeIfAllowed(path, content)));
  if (written.includes(false)) return undefined;
  await keepRecord(recordFile, { program, files: [...Object.keys(parts).map(keptFile), ...inputs] });
  await removeOldPacks(folder, name, program);
  return program;
}

interface Made {
  readonly source: string;
  readonly map: string;
  /** All that decides what the pack contains. */
  readonly inputs: readonly KeptFile[];
}

async function runEsbuild(file: string, folder: string): Promise<Made> {
  const { build } = await import('esbuild');
  const [outside, reader] = [outsideModules(), fileReader()];
  const result = await build({
    entryPoints: [file],
    absWorkingDir: root,
    outfile: join(folder, 'pack.js'),
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    // As Node finds packages, not as bundlers do.
    mainFields: ['main'],
    conditions: [],
    tsconfigRaw,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent',
    // See run-pack.ts, which calls it.
    supported: { 'dynamic-import': false },
    banner: { js: '(function (module, require, __stoaOutside, __stoaShare, __stoaResolve) { "use strict";' },
    footer: { js: '})' },
    plugins: [outside.plugin, reader.plugin],
  });
  const [map, source] = result.outputFiles;
  if (map === undefined || source === undefined) throw new Error(`esbuild made nothing of ${file}`);
  const paths = await deciders([...reader.files.map(({ path }) => path), ...outside.files]);
  return {
    source: source.text,
    map: map.text,
    inputs: [...reader.files, ...[...outside.files, ...paths].map(keptFile)],
  };
}

// Node registers a map for the name that a module gives itself as well.
function mapsSource(program: string): string {
  return `export {};\n//# sourceURL=${pathToFileURL(program).href}\n//# sourceMappingURL=./${basename(program)}.map\n`;
}

/** What is no part of it, and yet decides: how packages were found, and what makes packs. */
async function deciders(files: readonly string[]): Promise<readonly string[]> {
  const own = (await readdir(import.meta.dirname)).map((name) => join(import.meta.dirname, name));
  const locks = ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/esbuild/package.json'];
  return [...new Set([...own, ...files.flatMap(packageJsonOf), ...locks.map((name) => join(root, name))])];
}

function packageJsonOf(file: string): readonly string[] {
  const [, packageFolder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return packageFolder === undefined ? [] : [join(packageFolder, 'package.json')];
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

async function removeOldPacks(folder: string, name: string, program: string): Promise<void> {
  const others = (await readdir(folder)).filter((file) => /^(.+)-[0-9a-f]{20}\.js(?:\.|$)/.exec(file)?.[1] === name);
  for (const path of others.map((file) => join(folder, file)).filter((each) => !each.startsWith(program))) {
    try {
      if (Date.now() - (await stat(path)).mtimeMs > graceMs) await rm(path, { force: true });
    } catch (error) {
      // Another process was faster, or the file is somebody else's.
      if (!isRefusal(error)) throw error;
    }
  }
}
