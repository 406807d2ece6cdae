import { CsvError, parse } from 'csv-parse/sync';
import { type Context, type ErrorText, StoaError } from 'stoa';
import { csvColumns } from './csv-fields.ts';
import { type Fields, typed } from './refuse-stale.ts';

export interface CsvLine {
  readonly line: number;
  readonly fields: Fields;
}

interface Parsed {
  readonly record: Fields;
  readonly info: { readonly lines: number };
}

const mostLines = 100_000;

/** The lines of a CSV file, by the names in its first line. Separated by commas or semicolons. Throws BAD_USER_INPUT. */
export function readCsv(bytes: Uint8Array, shop: Pick<Context['shop'], 'locales'>): readonly CsvLine[] {
  const known = csvColumns(shop);
  const text = decode(bytes);
  const delimiter = /^[^,\n]*;/.test(text) ? ';' : ',';
  const rows = parseAll(text, delimiter);
  if (rows.length > mostLines) throw refusal({ text: 'csv.tooLong' });
  const columns = Object.keys(rows[0]?.record ?? {});
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined) throw refusal({ text: 'csv.column', values: { column: unknown } });
  if (rows.length > 0 && !columns.includes('sku')) throw refusal({ text: 'csv.noSku' });
  return rows.map(({ record, info }) => ({
    line: info.lines,
    fields: Object.fromEntries(Object.entries(record).map(([name, value]) => [name, read(name, value)])),
  }));
}

function parseAll(text: string, delimiter: string): readonly Parsed[] {
  try {
    const options = { bom: true, columns: true, delimiter, info: true, skip_empty_lines: true } as const;
    return parse(text, options) as unknown as readonly Parsed[];
  } catch (error) {
    if (error instanceof CsvError) throw refusal({ text: 'csv.wrong', values: { reason: error.message } }, error);
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refusal({ text: 'csv.encoding' }, error);
  }
}

/** A value as the desk's forms have it. Spreadsheets write numbers and truths in ways of their own. */
function read(name: string, value: string): string {
  const text = typed(value).replace(/^'(?='*[=+\-@\t\r])/, '');
  if (name === 'published') return text.toLowerCase();
  if (name !== 'price') return text;
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? text : `${Number(whole)}.${part.padEnd(2, '0')}`;
}

/** It is said at the field of the page's form, too. */
function refusal(text: ErrorText, cause?: unknown): StoaError {
  return new StoaError('BAD_USER_INPUT', text, { fields: { csv: text }, cause });
}
