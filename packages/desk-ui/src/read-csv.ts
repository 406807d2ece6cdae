import { CsvError, parse } from 'csv-parse/sync';
import { type Shop, StoaError } from 'stoa';
import type { CsvFields, CsvOwner } from './csv-owner.ts';
import { csvWords } from './csv-words.ts';
import { amountIn, moneyText } from './money.ts';

interface CsvLine {
  readonly line: number;
  readonly fields: CsvFields;
}

const mostLines = 100_000;

/** The lines of a CSV file, by the names in its first line. Commas or semicolons. Throws BAD_USER_INPUT. */
export function readCsv(
  bytes: Uint8Array,
  { columns, required, read = (_column, value) => value }: Pick<CsvOwner, 'columns' | 'required' | 'read'>,
  locale: string,
): readonly CsvLine[] {
  const words = csvWords(locale);
  const text = decode(bytes, words.encoding);
  const lines: CsvLine[] = [];
  try {
    parse<CsvFields>(text, {
      bom: true,
      columns: (names: readonly string[]) => {
        const unknown = names.find((name) => !columns.includes(name));
        if (unknown !== undefined) throw refusal(words.unknownColumn(unknown));
        const twice = names.find((name, index) => names.indexOf(name) < index);
        if (twice !== undefined) throw refusal(words.twiceColumn(twice));
        const missing = required.find((name) => !names.includes(name));
        if (missing !== undefined) throw refusal(words.noColumn(missing));
        return [...names];
      },
      delimiter: /^[^,\n]*;/.test(text) ? ';' : ',',
      skip_empty_lines: true,
      on_record: (record, { lines: line }) => {
        if (lines.length === mostLines) throw refusal(words.tooLong);
        const fields = Object.entries(record).map(([name, value]) => [name, read(name, plain(value))] as const);
        lines.push({ line, fields: Object.fromEntries(fields) });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw refusal(words.wrong(error.message), error);
    throw error;
  }
  return lines;
}

/** An amount as the export has it: spreadsheets write 12.90 also as 12,9. What is no amount stays as it is. */
export function csvMoney(value: string, shop: Pick<Shop, 'decimals'>): string {
  const amount = amountIn(value, shop.decimals);
  return amount === undefined ? value : moneyText(amount, shop);
}

function decode(bytes: Uint8Array, message: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refusal(message, error);
  }
}

/**
 * A browser reads each file as UTF-8: it writes U+FFFD for the bytes that are none. A text that has this character is
 * refused, too. Throws BAD_USER_INPUT.
 */
export function checkEncoding(csv: string, locale: string): void {
  if (csv.includes('\ufffd')) throw refusal(csvWords(locale).encoding);
}

/** Without blanks around, and without the apostrophe that the export puts before what begins like a formula. */
function plain(value: string): string {
  return value
    .replaceAll('\r\n', '\n')
    .trim()
    .replace(/^'(?='*[=+\-@\t\r])/, '');
}

/** It is said at the field of the page's form, too. */
function refusal(message: string, cause?: unknown): StoaError {
  return new StoaError('BAD_USER_INPUT', message, { fields: { csv: message }, cause });
}
