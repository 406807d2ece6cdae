import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file so that nobody ever reads half of it, however many processes write it at once. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    // Where there is no room left, Node does not say for which file.
    throw error instanceof Error && !('path' in error) ? Object.assign(error, { path: file }) : error;
  }
}
