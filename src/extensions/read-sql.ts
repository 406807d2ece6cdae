import { join } from 'node:path';
import { listFolder } from './files/list-folder.ts';
import { type Report, reportStrays } from './files/report.ts';
import { readSourceFile } from './files/source-file.ts';
import type { SqlFile } from './manifest.ts';
import { migrationNumber, readMark } from './migration-mark.ts';
import { releasedName, reportReleased } from './released-migrations.ts';

const notSql = { what: 'is not an .sql file', fix: 'Move it out of this folder.' };
const migrationPattern = /^(\d{3,9})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

/** `migrations/NNN-name.sql`, sorted by number. */
export async function readMigrations(root: string, report: Report): Promise<readonly SqlFile[]> {
  const folder = join(root, 'migrations');
  const { names, others } = await sqlNames(folder, root, report);
  const isMarked = others.includes(releasedName);
  const unknown = others.filter((name) => name !== releasedName);
  reportStrays(folder, unknown, notSql, report);
  const numbered = names.filter((name) => migrationPattern.test(name));
  for (const name of names.filter((each) => !numbered.includes(each))) {
    const what = `"${name}" is not the name of a migration`;
    const fix = 'Write three digits, a dash, and lower-case words with dashes: 001-create-review.sql.';
    report('MIGRATION_NAME', join(folder, name), { what, fix });
  }
  for (const [number, [first = '', ...others]] of Map.groupBy(numbered, migrationNumber)) {
    for (const name of others) {
      const related = [{ file: join(folder, first), line: 1 }];
      const fix = 'Give the newer one the next free number.';
      report('MIGRATION_DUPLICATE', join(folder, name), { what: `is a second migration ${number}`, fix, related });
    }
  }
  const inOrder = numbered.toSorted((a, b) => migrationNumber(a) - migrationNumber(b));
  const files = await readSqlFiles(folder, inOrder, report);
  reportMarks(files, report);
  if (isMarked) await reportReleased(folder, files, report);
  return files;
}

/** `seed/*.sql`, sorted by name. */
export async function readSeeds(root: string, report: Report): Promise<readonly SqlFile[]> {
  const folder = join(root, 'seed');
  const { names, others } = await sqlNames(folder, root, report);
  reportStrays(folder, others, notSql, report);
  return readSqlFiles(folder, names, report);
}

async function sqlNames(
  folder: string,
  root: string,
  report: Report,
): Promise<{ readonly names: readonly string[]; readonly others: readonly string[] }> {
  const { files, folders } = await listFolder(folder, root, report);
  const others = [...files.filter((name) => !name.endsWith('.sql') && name !== 'README.md'), ...folders];
  return { names: files.filter((name) => name.endsWith('.sql')), others };
}

async function readSqlFiles(folder: string, names: readonly string[], report: Report): Promise<readonly SqlFile[]> {
  const files = await Promise.all(names.map((name) => readSqlFile(folder, name, report)));
  return files.filter((file) => file !== undefined);
}

async function readSqlFile(folder: string, name: string, report: Report): Promise<SqlFile | undefined> {
  const source = await readSourceFile(join(folder, name), report);
  if (source === undefined) return undefined;
  if (source.text.trim() !== '') return { ...source, name };
  report('SQL_EMPTY', source.file, { what: 'has no SQL in it', fix: 'Write it, or remove the file.' });
  return undefined;
}

const markForms = 'Write "-- stoa: expand", "-- stoa: contract" or "-- stoa: contract needs 003" once, above the SQL.';

function reportMarks(files: readonly SqlFile[], report: Report): void {
  const numbers = files.map(({ name }) => migrationNumber(name));
  for (const { file, name, text } of files) {
    const { mark, problems } = readMark(text);
    for (const { line, what } of problems) report('MIGRATION_MARK', { file, line }, { what, fix: markForms });
    const { needs, line = 1 } = mark;
    if (needs === undefined || (needs < migrationNumber(name) && numbers.includes(needs))) continue;
    const what = `needs migration ${needs}, which is not an earlier one of this extension`;
    const fix = 'Name the last migration that code must have to run with this one, e.g. needs 003.';
    report('MIGRATION_MARK', { file, line }, { what, fix });
  }
}
