import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseModule, type SourceModule } from './syntax-tree.ts';

/** Files of an extension by a pattern, without those of its tests and packages. */
export async function ownFiles(folder: string, pattern: string): Promise<readonly string[]> {
  const exclude = (name: string): boolean => /^(?:node_modules|tests?|\.stoa)$/.test(name);
  const files: string[] = [];
  for await (const name of glob(pattern, { cwd: folder, exclude }))
    if (!/(?:^|\/)(?:node_modules|tests?)\//.test(name)) files.push(join(folder, name));
  return files.toSorted();
}

export async function readModule(file: string): Promise<SourceModule> {
  return parseModule(file, await readFile(file, 'utf8'));
}

/** The modules of an extension, without generated files. */
export async function readModules(folder: string): Promise<readonly SourceModule[]> {
  const files = await ownFiles(folder, '**/*.{ts,tsx,js,jsx,mts,mjs}');
  return Promise.all(files.filter((file) => !/\.(?:gen|test|spec|d|d\.css)\.[a-z]+$/.test(file)).map(readModule));
}
