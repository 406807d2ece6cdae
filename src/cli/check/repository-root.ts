import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** The nearest folder above that is a repository; the folder itself when none is. */
export function repositoryRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (dirname(current) === current) return folder;
  }
}

/** The path as a repository has it, with `/`; undefined for what lies elsewhere, or is no file. */
export function repositoryPath(root: string, file: string): string | undefined {
  if (!isAbsolute(file)) return undefined;
  const path = relative(root, file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? undefined : path.split(sep).join('/');
}
