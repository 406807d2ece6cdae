import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type DatabaseServer,
  type ExtensionManifest,
  errorFinding,
  type Finding,
  type SqlFile,
  unmarkedFindings,
} from 'stoa/tooling';
import { type Difference, findDifference, type Statement } from './difference/find-difference.ts';
import { inspectSchema } from './difference/inspect-schema.ts';
import { writePart } from './write-part.ts';

export interface WriteDifferenceOptions {
  readonly database: DatabaseServer;
  readonly manifest: ExtensionManifest;
  /** What the migration does, as in its file's name. */
  readonly name: string;
  /** Path of gateway.yaml. */
  readonly file: string;
}

/**
 * Writes the migration that leads from an extension's migrations to the schema that its database has, and records it
 * as run there. Two, where PostgreSQL needs a commit between them, and none where the migrations lead to the schema
 * already. The findings name what the author has to write. Throws StartupError and NewPartError.
 */
export async function writeDifference(options: WriteDifferenceOptions) {
  const { database, manifest, name, file } = options;
  const found: Difference[] = [];
  const files: string[] = [];
  await database.rehearse(manifest, {
    inspect: inspectSchema,
    async compare(query, wanted) {
      found.push(await findDifference(query, wanted));
    },
    async write() {
      const byHand = found.flatMap(({ rest }) => rest.map(({ subject }) => `-- To write by hand: ${subject}\n`));
      const texts = await migrationTexts(
        found.flatMap(({ statements }) => statements),
        byHand.join(''),
      );
      const names = texts.length === 2 ? [`${name}-values`, name] : [name];
      for (const [index, sql] of texts.entries()) {
        const part = {
          kind: 'migration',
          name: names[index] ?? name,
          extension: manifest.id,
          options: { sql },
        } as const;
        files.push(...(await writePart({ ...part, file, from: manifest.folder })).files);
      }
      return await Promise.all(files.map(readSql));
    },
  });
  const where = { file: files.at(-1) ?? manifest.folder };
  return { files, findings: found.flatMap(({ rest }) => rest.map((each) => restFinding(each, where))) };
}

async function readSql(file: string): Promise<SqlFile> {
  return { file, name: basename(file), text: await readFile(file, 'utf8') };
}

function restFinding({ subject, reason }: Difference['rest'][number], where: Finding['where']): Finding {
  return errorFinding('MIGRATION_INCOMPLETE', {
    where,
    what: `the ${subject} differs, and is not in the migration${reason === undefined ? '' : `: ${reason}`}`,
    fix: 'Write this change by hand, in a migration of its own, or undo it in the database.',
  });
}

/** Texts of migrations, each with the mark that it needs. */
async function migrationTexts(statements: readonly Statement[], byHand: string): Promise<readonly string[]> {
  const parts = splitAtValues(statements).filter((part) => part.length > 0);
  const texts = parts.map((part) => part.map(statementText).join('\n\n'));
  return await Promise.all(texts.map((text, index) => marked(index === texts.length - 1 ? byHand + text : text)));
}

function statementText({ sql, note }: Statement): string {
  return `${note === undefined ? '' : `-- ${note}\n`}${sql};`;
}

/** PostgreSQL does not use a new value of an enum in the transaction that adds it. */
function splitAtValues(statements: readonly Statement[]): readonly (readonly Statement[])[] {
  const isAddition = ({ sql }: Statement): boolean => /^alter type .* add value '/.test(sql);
  const additions = statements.filter(isAddition);
  const others = statements.filter((statement) => !isAddition(statement));
  const labels = additions.map(({ sql }) => /add value ('(?:[^']|'')*')/.exec(sql)?.[1] ?? '');
  const isUsed = others.some(({ sql }) => labels.some((label) => sql.includes(label)));
  return isUsed ? [additions, others] : [statements];
}

async function marked(text: string): Promise<string> {
  const needsMark = (await unmarkedFindings([{ file: '', name: '', text }])).length > 0;
  return needsMark ? `-- stoa: contract\n${text}` : text;
}
