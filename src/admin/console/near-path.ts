import { isAbsolute, relative } from 'node:path';
import type { Place } from '../../base/findings/startup-error.ts';

/** A position for people: relative to gateway.yaml's folder if the file lies inside, with line and column. */
export function nearPlace({ file, line, column }: Place, folder: string): string {
  return [nearPath(file, folder), line, column].filter((part) => part !== undefined).join(':');
}

export function nearPath(file: string, folder: string): string {
  const near = relative(folder, file);
  if (near === '') return '.';
  return near.startsWith('..') || isAbsolute(near) ? file : near;
}
