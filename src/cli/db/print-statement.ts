import { positionAt } from '#base';
import type { runStatement, StatementRefusedError } from '#postgres';
import { table } from '../shared/output.ts';

type StatementResult = Awaited<ReturnType<typeof runStatement>>;

/** Hints where PostgreSQL has none, by SQLSTATE. */
const ownHints: Readonly<Record<string, (message: string) => string | undefined>> = {
  '42601': (message) =>
    message.includes('multiple commands') ? 'Give one statement, and run the others one by one.' : undefined,
  '42P01': () => 'The tables of an extension lie in its schema: ext_reviews.review.',
};

/** A result as text: a table with the names of its columns, or what the statement did. */
export function printResult({ command, rowCount, columns, rows }: StatementResult): string {
  const done = rowCount === undefined ? command : `${command} ${rowCount}`;
  if (columns.length === 0) return done;
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  const shown = rows.map((row) => row.map((value) => String(value ?? 'NULL')));
  const cells = [columns, columns.map((name) => '-'.repeat(name.length)), ...shown];
  return `${table(cells.map((row) => row.map(printable)))}\n(${command === 'SELECT' ? count : done})`;
}

/** A result for `--json`: one object for each row. Of columns with the same name, the last one counts. */
export function resultObject({ command, rowCount, columns, rows }: StatementResult): object {
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  return { command, rowCount, rows: objects };
}

/** A refusal with its place: line and column, the line itself, a mark, and PostgreSQL's detail and hint. */
export function printRefusal(error: StatementRefusedError, statement: string): string {
  const { message, code, detail, hint, place } = partsOf(error, statement);
  const at = place === undefined ? 'statement' : `statement:${place.line}:${place.column}`;
  const marked = place === undefined ? [] : [`  ${printable(place.text)}`, `  ${' '.repeat(place.column - 1)}^`];
  const rest = [detail, hint === undefined ? undefined : `fix: ${hint}`].flatMap((line) => line ?? []);
  return [`${at}: ${printable(message)} (${code})`, ...marked, ...rest.map((line) => `  ${printable(line)}`)].join(
    '\n',
  );
}

export function refusalObject(error: StatementRefusedError, statement: string): object {
  const { message, code, detail, hint, place } = partsOf(error, statement);
  return { error: { message, code, line: place?.line, column: place?.column, detail, hint } };
}

function partsOf(
  { message, code, detail, hint = ownHints[code]?.(message), offset }: StatementRefusedError,
  text: string,
) {
  const at = offset === undefined ? undefined : positionAt(text, offset);
  return { message, code, detail, hint, place: at && { ...at, text: text.split('\n')[at.line - 1] ?? '' } };
}

/** Data may hold line ends, and control characters that a terminal obeys. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^[\x7f-\x9f]$/, '?'),
  );
}
