import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseModule, type SourceModule } from './syntax-tree.ts';

/** The modules of an extension, without tests, generated files and packages. */
export async function sourceFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const isOther = (name: string): boolean => /^(?:node_modules|tests?|\.stoa)$/.test(name);
  for await (const name of glob('**/*.{ts,tsx,js,jsx,mts,mjs}', { cwd: folder, exclude: isOther })) {
    if (/\.(?:gen|test|spec|d|d\.css)\.[a-z]+$/.test(name) || /(?:^|\/)(?:node_modules|tests?)\//.test(name)) continue;
    files.push(join(folder, name));
  }
  return files.toSorted();
}

export async function readModule(file: string): Promise<SourceModule> {
  return parseModule(file, await readFile(file, 'utf8'));
}

/** The modules of {@link sourceFiles}. */
export async function readModules(folder: string): Promise<readonly SourceModule[]> {
  const files = await sourceFiles(folder);
  return Promise.all(files.map(readModule));
}
