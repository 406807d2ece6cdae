import type { FindingCode } from './finding-codes.ts';

/** A place in a file of the operator or of an extension. Lines and columns count from 1. */
export interface Place {
  /** Absolute path. Commands print it relative to the working directory. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** One error or warning about the files of the operator or of an extension. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning';
  readonly where: Place;
  /** What is wrong, in the terms of the file's author. */
  readonly what: string;
  readonly fix: string;
  /** Other places that are involved, e.g. the second definition of a field. */
  readonly related?: readonly Place[];
}

/** Why a gateway cannot start, with every finding. A stage throws it at its end, and the command line catches it. */
export class StartupError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(findings.map(lineOf).join('\n'), options);
    this.name = 'StartupError';
    this.findings = findings;
  }
}

/** For programs that show no more than an error's message. */
function lineOf({ code, where, what, fix }: Finding): string {
  const place = [where.file, where.line, where.column].filter((part) => part !== undefined).join(':');
  return `${code}: ${what} (${place}). ${fix}`;
}

/** An error finding; `severity` is added here so that call sites say only what differs. */
export function errorFinding(code: FindingCode, finding: Omit<Finding, 'code' | 'severity'>): Finding {
  return { code, severity: 'error', ...finding };
}

/** Throws a {@link StartupError} when a finding is an error. Warnings pass. */
export function throwIfErrors(findings: readonly Finding[]): void {
  if (findings.some((finding) => finding.severity === 'error')) throw new StartupError(findings);
}

export function compareFindings(a: Finding, b: Finding): number {
  if (a.where.file !== b.where.file) return a.where.file < b.where.file ? -1 : 1;
  return (a.where.line ?? 0) - (b.where.line ?? 0) || (a.where.column ?? 0) - (b.where.column ?? 0);
}

/** Line and column of an offset, both counted from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
