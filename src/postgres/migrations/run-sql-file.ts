import type { Client, DatabaseError } from 'pg';
import { errorFinding, errorMessage, type Finding, type FindingCode, positionAt } from '#base';
import type { SqlFile } from '#extensions';
import { driver } from '../connection/driver.ts';

/**
 * Runs all statements of a file in the open transaction. They run through EXECUTE, where PostgreSQL refuses COMMIT,
 * ROLLBACK and statements such as CREATE INDEX CONCURRENTLY. So the file cannot end the transaction.
 */
export async function runSqlFile(client: Client, file: SqlFile): Promise<void> {
  const [outer, inner] = [unusedTag(file.text, 'stoa_do'), unusedTag(file.text, 'stoa_sql')];
  await client.query(`do ${outer} begin execute ${inner}${sqlOf(file)}${inner}; end ${outer}`);
}

/** The finding for a file that PostgreSQL refused, with line and column. */
export function sqlFileFinding(code: FindingCode, file: SqlFile, error: unknown): Finding {
  const finding = (what: string, fix: string, at: { line: number } = { line: 1 }): Finding =>
    errorFinding(code, { where: { file: file.file, ...at }, what, fix });
  if (!(error instanceof driver().DatabaseError))
    return finding(errorMessage(error), 'Run "stoa doctor" to see whether the database answers, then try again.');
  if (/EXECUTE of transaction commands/.test(error.message))
    return finding(
      'has a BEGIN, COMMIT, ROLLBACK or SAVEPOINT of its own',
      'Remove it: the whole file runs in one transaction anyway.',
    );
  const outside = /^(.*) cannot (?:be executed from a function|run inside a transaction block)/.exec(
    error.message,
  )?.[1];
  if (outside !== undefined)
    return finding(
      `has ${outside}, which PostgreSQL does not run in a transaction`,
      'Use the form that runs in a transaction, e.g. CREATE INDEX without CONCURRENTLY.',
    );
  const detail = error.detail === undefined ? '' : ` (${error.detail})`;
  const fix = error.hint ?? 'Correct the file there: PostgreSQL has kept nothing of it.';
  return finding(`${error.message}${detail}`, fix, positionIn(sqlOf(file), error));
}

// Without a byte order mark, which is not SQL.
function sqlOf(file: SqlFile): string {
  return file.text.replace(/^\uFEFF/, '');
}

function unusedTag(text: string, name: string): string {
  let tag = `$${name}$`;
  for (let n = 1; text.includes(tag); n++) tag = `$${name}_${n}$`;
  return tag;
}

function positionIn(text: string, error: DatabaseError): { line: number; column: number } | undefined {
  // A position in another text is inside a function that the file calls.
  if (error.internalPosition === undefined || error.internalQuery !== text) return undefined;
  // PostgreSQL counts characters from 1; JavaScript's strings count UTF-16 units.
  const before = [...text].slice(0, Number(error.internalPosition) - 1).join('');
  return positionAt(before, before.length);
}
