import type { FindingCode } from './finding-codes.ts';

/** A place in a file that an operator or an extension team wrote. Lines and columns count from 1. */
export interface Place {
  /** Absolute path; printed relative to the working directory. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** One thing that is wrong (or unwise) in the operator's or an extension team's files. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'error' | 'warning';
  readonly where: Place;
  /** What is wrong, in the words of the one who wrote the file. */
  readonly what: string;
  /** How to mend it. */
  readonly fix: string;
  /** The other places that take part, e.g. where a field is defined a second time. */
  readonly related?: readonly Place[];
}

/** Why a gateway cannot start: every finding at once. Thrown at the end of a stage, caught by the command line. */
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

/** Throws a {@link StartupError} when any finding is an error; warnings pass. */
export function throwIfErrors(findings: readonly Finding[]): void {
  if (findings.some((finding) => finding.severity === 'error')) throw new StartupError(findings);
}
