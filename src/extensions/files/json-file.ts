import type { FindingCode } from '../../base/findings/finding-codes.ts';
import type { Place } from '../../base/findings/startup-error.ts';
import { JsonSyntaxError, parseJsonText } from './json-text.ts';
import type { Report } from './report.ts';
import { placeAt, readSourceFile } from './source-file.ts';

/** A JSON file of an extension, with the places of its values. */
export interface JsonFile {
  readonly file: string;
  readonly value: unknown;
  /** Place of the value or key at the JSON pointer, or of the nearest existing parent. */
  placeOf(pointer: string, target?: 'key' | 'value'): Required<Place>;
}

/** Reads a JSON file. Reports `syntaxCode` and returns undefined when it is not JSON. */
export async function readJsonFile(
  file: string,
  syntaxCode: FindingCode,
  report: Report,
): Promise<JsonFile | undefined> {
  const source = await readSourceFile(file, report);
  if (source === undefined) return undefined;
  try {
    const { value, offsets } = parseJsonText(source.text);
    return {
      file,
      value,
      placeOf(pointer, target = 'value') {
        let known = pointer;
        while (!offsets.has(known) && known !== '') known = known.slice(0, known.lastIndexOf('/'));
        return placeAt(source, offsets.get(known)?.[target] ?? 0);
      },
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    report(syntaxCode, { where: placeAt(source, error.offset), what: error.message, fix: 'Write it as strict JSON.' });
    return undefined;
  }
}
