import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file atomically: readers never see a part of it, also when several processes write it. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    // For a full disk, Node's error has no path.
    throw error instanceof Error && !('path' in error) ? Object.assign(error, { path: file }) : error;
  }
}
