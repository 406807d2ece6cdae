import { readFile } from 'node:fs/promises';
import type { Place } from '../base/startup-error.ts';
import type { Report } from './report.ts';

/** A text file that a team wrote. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** The file's text, without a byte order mark. Undefined, and reported, when it cannot be read as UTF-8. */
export async function readSourceFile(file: string, report: Report): Promise<SourceFile | undefined> {
  const bytes = await readBytes(file, report);
  if (bytes === undefined) return undefined;
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const where = placeAt({ file, text: bytes.toString('latin1') }, firstInvalidByte(bytes));
    report('FILE_NOT_UTF8', { where, what: 'is not UTF-8 text', fix: 'Save the file in the UTF-8 encoding.' });
    return undefined;
  }
}

/** The place of an offset in a file's text. */
export function placeAt({ file, text }: SourceFile, offset: number): Required<Place> {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The system's own word for why a file cannot be used: `EACCES`, `ELOOP`, ... */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function readBytes(file: string, report: Report): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const fix = 'The user that runs the gateway must be able to read it.';
    report('EXTENSION_UNREADABLE', { where: { file, line: 1 }, what: `cannot be read (${errorCode(error)})`, fix });
    return undefined;
  }
}

// Decoding as a stream accepts a sequence that is cut off at the end, so the first length that fails ends in the fault.
function firstInvalidByte(bytes: Buffer): number {
  let [good, bad] = [0, bytes.length];
  while (good + 1 < bad) {
    const middle = Math.floor((good + bad) / 2);
    if (isDecodable(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isDecodable(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
