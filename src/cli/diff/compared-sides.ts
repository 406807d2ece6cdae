import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { checkOut, mergeBase } from './checkout.ts';

/** One of the two states: its name, its gateway.yaml, and how to remove its temporary files. */
export interface ComparedSide {
  readonly name: string;
  readonly file: string;
  remove(): void;
}

/**
 * What `stoa diff [OTHER]` compares. Without OTHER: HEAD with the working tree. With a revision, a gateway.yaml or
 * its folder: that with the working tree. `A..B` compares A with B, `A...B` their merge base with B.
 */
export async function comparedSides(
  file: string,
  other: string | undefined,
): Promise<readonly [ComparedSide, ComparedSide]> {
  const here: ComparedSide = { name: basename(file), file, remove: () => undefined };
  const elsewhere = other === undefined ? undefined : await gatewayFileAt(other);
  if (elsewhere !== undefined && other !== undefined)
    return [{ name: other, file: elsewhere, remove: () => undefined }, here];
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(other ?? '') ?? [];
  if (from === undefined) return [await revision(file, other ?? 'HEAD'), { ...here, name: 'the files as they are' }];
  const ends = [from || 'HEAD', to || 'HEAD'] as const;
  const start = dots === '...' ? await mergeBase(file, ends) : ends[0];
  return [await revision(file, start), await revision(file, ends[1])];
}

async function revision(file: string, name: string): Promise<ComparedSide> {
  return { name, ...(await checkOut(file, name)) };
}

async function gatewayFileAt(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return resolve(path);
  const inside = join(path, 'gateway.yaml');
  return found?.isDirectory() && (await stat(inside).catch(() => undefined)) !== undefined
    ? resolve(inside)
    : undefined;
}
