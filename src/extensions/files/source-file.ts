import { readFile } from 'node:fs/promises';
import { errorCode, type Place } from '#base';
import type { Report } from './report.ts';

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** Reads a UTF-8 file without its byte order mark. Reports an unreadable or invalid file and returns undefined. */
export async function readSourceFile(file: string, report: Report): Promise<SourceFile | undefined> {
  const bytes = await readBytes(file, report);
  if (bytes === undefined) return undefined;
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    report('FILE_NOT_UTF8', placeAt({ file, text: bytes.toString('latin1') }, firstInvalidByte(bytes)), {
      what: 'is not UTF-8 text',
      fix: 'Save the file in the UTF-8 encoding.',
    });
    return undefined;
  }
}

export function placeAt({ file, text }: SourceFile, offset: number): Required<Place> {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

async function readBytes(file: string, report: Report): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const fix = 'The user that runs the gateway must be able to read it.';
    report('EXTENSION_UNREADABLE', file, { what: `cannot be read (${errorCode(error)})`, fix });
    return undefined;
  }
}

// Binary search. A streaming decoder accepts a truncated sequence at the end, so the shortest invalid prefix ends
// at the fault.
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
