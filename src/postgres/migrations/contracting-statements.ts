import { errorFinding, errorMessage, type Finding, isObject, type Place, positionAt } from '#base';
import { migrationMark, type SqlFile } from '#extensions';

type Parser = typeof import('libpg-query');

/** Only a text with one of these words can have such a statement. The parser decides. */
const suspect = /\b(?:drop|rename|set|type)\b/i;

/**
 * Findings for files without a mark that drop, rename, alter a type or set NOT NULL: older code may not run
 * together with them. PostgreSQL's own parser reads the files. It loads only if a file has one of the words.
 */
export async function unmarkedFindings(files: readonly SqlFile[]): Promise<readonly Finding[]> {
  const suspects = files.filter((file) => migrationMark(file).line === undefined && suspect.test(file.text));
  if (suspects.length === 0) return [];
  const parser = await loadParser();
  return suspects.flatMap((file) => findingOf(file, parser));
}

async function loadParser(): Promise<Parser> {
  const parser = await import('libpg-query');
  await parser.loadModule();
  return parser;
}

function findingOf(file: SqlFile, parser: Parser): readonly Finding[] {
  const [first, ...others] = contractingStatements(file, parser);
  if (first === undefined) return [];
  return [
    errorFinding('MIGRATION_UNMARKED', {
      where: first.where,
      what: `${first.what}, and no mark says whether older code can run with it`,
      fix: 'Write above the SQL: "-- stoa: contract needs 003" with the migration from which on code can run with it, "-- stoa: contract" if none does, "-- stoa: expand" if all does.',
      related: others.map(({ where }) => where),
    }),
  ];
}

interface Statement {
  readonly where: Place;
  readonly what: string;
}

function contractingStatements({ file, text }: SqlFile, parser: Parser): readonly Statement[] {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ''));
  return statementsOf(bytes.toString(), parser).flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
    const own = bytes.subarray(stmt_location, stmt_len === undefined ? undefined : stmt_location + stmt_len).toString();
    const what = contractionOf(stmt, own, parser);
    if (what === undefined) return [];
    const before = bytes.subarray(0, stmt_location).toString() + (leadingComments.exec(own)?.[0] ?? '');
    return [{ where: { file, line: before.split('\n').length }, what }];
  });
}

const leadingComments = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)*/;

interface RawStatement {
  readonly stmt?: unknown;
  /** In bytes. */
  readonly stmt_location?: number;
  readonly stmt_len?: number;
}

/** None of a text that PostgreSQL will refuse: it says why when it runs. */
function statementsOf(text: string, { parseSync }: Parser): readonly RawStatement[] {
  try {
    return parseSync(text).stmts ?? [];
  } catch {
    return [];
  }
}

/** What a statement does to older code. Undefined for statements that only add. */
function contractionOf(statement: unknown, text: string, parser: Parser): string | undefined {
  const [[kind, node] = []] = isObject(statement) ? Object.entries(statement) : [];
  if (kind === undefined || !isObject(node)) return undefined;
  return statementChanges[kind]?.(node, text, parser);
}

type Change = (node: Readonly<Record<string, unknown>>, text: string, parser: Parser) => string | undefined;

const statementChanges: Readonly<Record<string, Change>> = {
  DropStmt: (node) => `drops a ${objectName(node.removeType)}`,
  DropOwnedStmt: () => 'drops what others may use',
  DropRoleStmt: () => 'drops what others may use',
  RenameStmt: (node) => `renames a ${objectName(node.renameType)}`,
  AlterEnumStmt: () => 'alters a type',
  AlterDomainStmt: (node) => domainChanges[String(node.subtype)],
  AlterObjectSchemaStmt: (node) => `moves a ${objectName(node.objectType)}`,
  AlterTableStmt: ({ cmds }) =>
    Array.isArray(cmds) ? cmds.map(columnContraction).find((what) => what !== undefined) : undefined,
  DoStmt: (_, text, parser) => blockContraction(text, parser),
};

const domainChanges: Readonly<Record<string, string>> = { O: 'sets NOT NULL on a domain', X: 'drops a constraint' };

const tableChanges: Readonly<Record<string, string>> = {
  AT_DropColumn: 'drops a column',
  AT_DropConstraint: 'drops a constraint',
  AT_DropExpression: 'drops an expression',
  AT_DropIdentity: 'drops an identity',
  AT_AlterColumnType: 'alters the type of a column',
  AT_SetNotNull: 'sets NOT NULL',
};

function columnContraction(command: unknown): string | undefined {
  const node = isObject(command) ? command.AlterTableCmd : undefined;
  if (!isObject(node)) return undefined;
  if (node.subtype === 'AT_ColumnDefault') return node.def === undefined ? 'drops a default' : undefined;
  return tableChanges[String(node.subtype)];
}

/** Reads a DO block: its statements, and the texts that it executes. */
function blockContraction(text: string, parser: Parser): string | undefined {
  let block: unknown;
  try {
    block = parser.parsePlPgSQLSync(text);
  } catch {
    return undefined; // in another language, or refused when it runs
  }
  const texts = [
    ...queriesIn(block, 'PLpgSQL_stmt_execsql'),
    ...queriesIn(block, 'PLpgSQL_stmt_dynexecute').flatMap((expression) =>
      // format('alter table %I …') has a name there.
      textsUnder(statementsOf(`select ${expression}`, parser), 'sval').map((each) =>
        each.replaceAll(/%\d*\$?[IsL]/g, 'x'),
      ),
    ),
  ];
  return texts
    .flatMap((each) => statementsOf(each, parser).map(({ stmt }) => contractionOf(stmt, each, parser)))
    .find((what) => what !== undefined);
}

function queriesIn(value: unknown, kind: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => queriesIn(each, kind));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === kind ? textsUnder(child, 'query') : queriesIn(child, kind),
  );
}

function textsUnder(value: unknown, key: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsUnder(each, key));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === key && typeof child === 'string' ? [child] : textsUnder(child, key),
  );
}

/** "materialized view" for OBJECT_MATVIEW. */
function objectName(type: unknown): string {
  const name = String(type).replace('OBJECT_', '').toLowerCase();
  return name === 'matview' ? 'materialized view' : name;
}

/** What PostgreSQL's parser says of files that are no SQL. */
export async function syntaxFindings(files: readonly SqlFile[]): Promise<readonly Finding[]> {
  if (files.length === 0) return [];
  const parser = await loadParser();
  return files.flatMap(({ file, text }): readonly Finding[] => {
    const sql = text.replace(/^\uFEFF/, '');
    try {
      parser.parseSync(sql);
      return [];
    } catch (error) {
      const details: unknown = isObject(error) ? error.sqlDetails : undefined;
      const offset = isObject(details) && typeof details.cursorPosition === 'number' ? details.cursorPosition : 0;
      const before = Buffer.from(sql).subarray(0, offset).toString();
      return [
        errorFinding('SQL_SYNTAX', {
          where: { file, ...positionAt(before, before.length) },
          what: errorMessage(error),
          fix: 'Correct the file there; a comma or a semicolon may be missing just before it.',
        }),
      ];
    }
  });
}
