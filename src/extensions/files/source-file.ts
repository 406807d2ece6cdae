import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { errorCode, type Place, positionAt } from '#base';
import type { Report } from './report.ts';

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** Reads a UTF-8 file without its byte order mark. Reports an unreadable or invalid file and returns undefined. */
export async function readSourceFile(file: string, report: Report): Promise<SourceFile | undefined> {
  const bytes = await readBytes(file, report);
  if (bytes === undefined) return undefined;
  // Decoding puts a replacement character at the first invalid byte.
  const source = { file, text: new TextDecoder().decode(bytes) };
  if (isUtf8(bytes)) return source;
  report('FILE_NOT_UTF8', placeAt(source, source.text.indexOf('\u{fffd}')), {
    what: 'is not UTF-8 text',
    fix: 'Save the file in the UTF-8 encoding.',
  });
  return undefined;
}

export function placeAt({ file, text }: SourceFile, offset: number): Required<Place> {
  return { file, ...positionAt(text, offset) };
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

/** Whether a file of this name is a module with one handler or task. */
export function isHandlerFile(name: string): boolean {
  return /\.[jt]s$/.test(name) && !/\.(?:test|spec|d|gen)\.[jt]s$/.test(name);
}
