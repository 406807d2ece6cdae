import type { SqlFile } from './manifest.ts';

/**
 * What a migration means for code that does not have it. `expand`: older code runs with it. `contract`: only code
 * that has it may run, or with `needs` also code that has the migration of that number.
 */
export interface MigrationMark {
  readonly kind: 'expand' | 'contract';
  readonly needs: number | undefined;
  /** Line of the header `-- stoa: …`, from 1. Undefined without one: the migration counts as expanding. */
  readonly line: number | undefined;
}

export interface MarkProblem {
  readonly line: number;
  readonly what: string;
}

const markLine = /^\s*--\s*stoa:\s*(.*?)\s*$/i;
const commentLine = /^\s*(?:--.*)?$/;
const knownMark = /^(?:expand|(contract)(?:\s+needs\s+(\d{1,9}))?)$/i;

/** The mark of a migration: a line `-- stoa: expand` or `-- stoa: contract [needs NNN]` above its SQL. */
export function migrationMark(file: Pick<SqlFile, 'text'>): MigrationMark {
  return readMark(file.text).mark;
}

/** The mark with everything that is wrong about it. */
export function readMark(text: string): { readonly mark: MigrationMark; readonly problems: readonly MarkProblem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const firstSql = lines.findIndex((line) => !commentLine.test(line));
  const marks = lines.flatMap((line, index) => {
    const words = markLine.exec(line)?.[1];
    return words === undefined ? [] : [{ words, line: index + 1, isAbove: firstSql === -1 || index < firstSql }];
  });
  const [first, ...others] = marks.filter(({ isAbove }) => isAbove);
  const problems: MarkProblem[] = [
    ...marks.filter(({ isAbove }) => !isAbove).map(({ line }) => ({ line, what: 'has its mark below SQL' })),
    ...others.map(({ line }) => ({ line, what: 'has a second mark' })),
  ];
  if (first === undefined) return { mark: { kind: 'expand', needs: undefined, line: undefined }, problems };
  const [known, contract, needs] = knownMark.exec(first.words) ?? [];
  if (known === undefined)
    problems.push({ line: first.line, what: `has the mark "${first.words}", which is not one that is known` });
  const kind = contract === undefined ? 'expand' : 'contract';
  return { mark: { kind, needs: needs === undefined ? undefined : Number(needs), line: first.line }, problems };
}

/** The text without comments for Stoa, which may change after the migration ran: they change no table. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/^[^\S\n]*--[^\S\n]*stoa(?::|-allow)[^\n]*(?:\n|$)/gim, '');
}

/** 3 for `003-rename-column.sql`. */
export function migrationNumber(name: string): number {
  return Number.parseInt(name, 10);
}
