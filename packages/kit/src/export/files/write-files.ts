import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, errorFinding, StartupError } from 'stoa/tooling';
import type { ExportedFiles } from './export-target.ts';

/** Throws StartupError EXPORT_FOLDER when the folder has anything in it, or is none. A missing folder is well. */
export async function requireEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw unusable(folder, `cannot be read as a folder (${errorCode(error)})`);
  });
  if (names.length > 0) throw unusable(folder, `is not empty: it has ${names.toSorted().slice(0, 3).join(', ')}`);
}

/** Writes the files. Throws StartupError EXPORT_FOLDER when that fails. */
export async function writeFiles(folder: string, files: ExportedFiles): Promise<void> {
  try {
    for (const [name, text] of files) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined || code === '') throw error;
    throw unusable(folder, `cannot be written (${code})`);
  }
}

function unusable(file: string, what: string): StartupError {
  const fix = 'Name another folder with --out, or empty this one. An export never writes over a file.';
  return new StartupError([errorFinding('EXPORT_FOLDER', { where: { file }, what, fix })]);
}
