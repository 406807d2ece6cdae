import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context, Response } from 'stoa';
import type { CsvFields } from './csv-owner.ts';

interface CsvFile {
  /** That of the file. */
  readonly name: string;
  readonly columns: readonly string[];
  /** The next rows after the one with the id `after`, at most `size`. The first time, `after` is empty. */
  readonly read: (
    after: string,
    size: number,
  ) => Promise<readonly { readonly id: string; readonly fields: CsvFields }[]>;
}

const size = 1000;

/** Answers with a CSV file: UTF-8 and CRLF, as RFC 4180 has it, with a first line of names. */
export async function sendCsv({ signal }: Pick<Context, 'signal'>, response: Response, file: CsvFile): Promise<void> {
  response.type('text/csv').set({ 'content-disposition': `attachment; filename="${file.name}"` });
  await pipeline(Readable.from(linesOf(file, signal)), response);
}

async function* linesOf({ columns, read }: CsvFile, signal: AbortSignal) {
  yield lineOf(columns);
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const rows = await read(after, size);
    yield rows.map(({ fields }) => lineOf(columns.map((column) => fields[column] ?? ''))).join('');
    after = rows.at(-1)?.id ?? after;
    if (rows.length < size) return;
  }
}

function lineOf(values: readonly string[]): string {
  return `${values.map((value) => `"${safe(value).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/**
 * A spreadsheet would run what begins like a formula. Numbers and phones have nothing to run. The import takes the
 * apostrophe away.
 */
function safe(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) && !/^[+-][\d ().]+$/.test(value) ? `'${value}` : value;
}
