import { buffer } from 'node:stream/consumers';
import type { Context, EndpointInput, Request, Response } from 'stoa';
import type { CsvChange, CsvFields, CsvOwner, CsvProblem } from './csv-owner.ts';
import { csvWords } from './csv-words.ts';
import { readCsv } from './read-csv.ts';

/** What a file would change or, once it is applied, has changed. */
export interface CsvResult {
  readonly applied: boolean;
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** The first ones, in the order of their lines. */
  readonly errors: readonly (CsvProblem & { readonly why: string })[];
  /** The first ones, with the fields that change. */
  readonly changes: readonly {
    readonly line: number;
    readonly sku: string;
    readonly from?: CsvFields;
    readonly to: CsvFields;
  }[];
}

const mostShown = 100;

/** Answers a program that sends a CSV file: 200 with what it changes, or 400 with what is wrong by line. */
export async function answerCsv<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  { owner, apply }: { readonly owner: CsvOwner; readonly apply: boolean },
): Promise<void> {
  const data = await importCsv(request.context, owner, { bytes: await buffer(request), apply });
  const isWhole = data.errors.length === 0;
  response.status(isWhole ? 200 : 400).json({ success: isWhole, data });
}

/**
 * What a CSV file changes, by SKU: all in one transaction or, with an error, nothing. Without `apply` it only says
 * so. Throws StoaError for a file that is none.
 */
export function importCsv(
  { database, locale }: Pick<Context, 'database' | 'locale'>,
  owner: CsvOwner,
  { bytes, apply }: { readonly bytes: Uint8Array; readonly apply: boolean },
): Promise<CsvResult> {
  const lines = readCsv(bytes, owner, locale);
  const skus = lines.map(({ fields }) => fields.sku ?? '');
  return database.transaction(async (transaction) => {
    if (apply) await owner.lock(transaction, skus);
    const known = new Map((await owner.known(transaction, skus)).map((fields) => [fields.sku ?? '', fields]));
    const changes = lines
      .map(({ line, fields: given }): CsvChange => {
        const sku = given.sku ?? '';
        const from = known.get(sku);
        return { line, sku, given, from, to: owner.change(from, given) };
      })
      .filter(({ from, to }) => from === undefined || namesOf(from, to).length > 0);
    const problems = [...repeated(lines, locale), ...(await owner.problems(transaction, changes))];
    const errors = problems.toSorted((a, b) => a.line - b.line).slice(0, mostShown);
    const applied = apply && errors.length === 0;
    if (applied && changes.length > 0) await owner.write(transaction, changes);
    const added = changes.filter(({ from }) => from === undefined).length;
    return {
      applied,
      added,
      changed: changes.length - added,
      same: lines.length - changes.length,
      errors: errors.map((error) => ({ ...error, why: error.why ?? csvWords(locale).noValue })),
      changes: changes.slice(0, mostShown).map(shown),
    };
  });
}

function shown({ line, sku, from, to }: CsvChange): CsvResult['changes'][number] {
  if (from === undefined) return { line, sku, to };
  const pick = (fields: CsvFields) =>
    Object.fromEntries(namesOf(from, to).map((name) => [name, fields[name] ?? ''] as const));
  return { line, sku, from: pick(from), to: pick(to) };
}

function namesOf(from: CsvFields, to: CsvFields): readonly string[] {
  return Object.keys(to).filter((name) => from[name] !== to[name]);
}

/** Lines whose SKU an earlier line has. */
function repeated(lines: ReturnType<typeof readCsv>, locale: string): readonly CsvProblem[] {
  const seen = new Set<string>();
  return lines.flatMap(({ line, fields: { sku = '' } }) => {
    if (seen.has(sku)) return [{ line, field: 'sku', value: sku.slice(0, 100), why: csvWords(locale).twiceSku }];
    seen.add(sku);
    return [];
  });
}
