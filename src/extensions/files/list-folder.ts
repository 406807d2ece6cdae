import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { errorCode } from '#base';
import { type Report, reportStrays } from './report.ts';

export interface Listing {
  readonly folder: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Names that start with a dot. */
  readonly hidden: readonly string[];
}

/**
 * Lists a folder of an extension, sorted. A link to a file within the extension counts as a file. It reports any
 * other link: targets outside are not packed with the extension, and links to folders may form cycles.
 */
export async function listFolder(folder: string, root: string, report: Report): Promise<Listing> {
  const all = await readEntries(folder, report);
  const hidden = all.filter(({ name }) => name.startsWith('.'));
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of all.filter((each) => !hidden.includes(each)).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isFile()) files.push(entry.name);
    else if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isSymbolicLink()) {
      const problem = await linkProblem(join(folder, entry.name), root);
      if (problem === undefined) files.push(entry.name);
      else report('EXTENSION_LINK', join(folder, entry.name), { ...problem });
    } else {
      reportStrays(folder, [entry.name], { what: 'is neither a file nor a folder', fix: 'Remove it.' }, report);
    }
  }
  return { folder, files, folders, hidden: hidden.map(({ name }) => name) };
}

/** Absolute paths of all files below a folder, sorted. Empty when the folder does not exist. */
export async function walkFolder(folder: string, root: string, report: Report): Promise<readonly string[]> {
  const { files, folders } = await listFolder(folder, root, report);
  const below = await Promise.all(folders.map((name) => walkFolder(join(folder, name), root, report)));
  return [...files.map((name) => join(folder, name)), ...below.flat()].toSorted();
}

async function readEntries(folder: string, report: Report): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // ENOTDIR: the reader of the folder above reports a file in place of a folder.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    const fix = 'It must be a folder that the user who runs the gateway may read.';
    report('EXTENSION_UNREADABLE', folder, { what: `cannot be listed (${errorCode(error)})`, fix });
    return [];
  }
}

async function linkProblem(link: string, root: string): Promise<{ what: string; fix: string } | undefined> {
  const fix = "Put the file itself into the extension's folder.";
  try {
    const [target, realRoot, status] = await Promise.all([realpath(link), realpath(root), stat(link)]);
    if (!target.startsWith(realRoot + sep)) return { what: "is a link that leads out of the extension's folder", fix };
    return status.isFile() ? undefined : { what: 'is a link, but not to a file', fix };
  } catch (error) {
    return { what: `is a link that leads nowhere (${errorCode(error)})`, fix };
  }
}
