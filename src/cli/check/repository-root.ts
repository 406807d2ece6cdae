import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

/** The nearest parent folder that is a git repository, or else the folder itself. */
export function repositoryRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (dirname(current) === current) return folder;
  }
}

/** The path relative to the repository, with `/`. Undefined for files outside of it, and for what is no file. */
export function repositoryPath(root: string, file: string): string | undefined {
  if (!isAbsolute(file)) return undefined;
  const path = relative(root, file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? undefined : path.split(sep).join('/');
}
