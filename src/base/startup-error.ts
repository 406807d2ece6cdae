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
  /** How to mend it. */
  readonly fix: string;
  /** Other places that are involved, e.g. the second definition of a field. */
  readonly related?: readonly Place[];
}

/** Why a gateway cannot start, with every finding. A stage throws it at its end, and the command line catches it. */
export class StartupError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(findings.map((finding) => `${finding.code}: ${finding.what}`).join('\n'), options);
    this.name = 'StartupError';
    this.findings = findings;
  }
}

/** Creates a finding of severity `error`. */
export function errorFinding(code: FindingCode, finding: Omit<Finding, 'code' | 'severity'>): Finding {
  return { code, severity: 'error', ...finding };
}

/** Throws a {@link StartupError} when a finding is an error. Warnings pass. */
export function throwIfErrors(findings: readonly Finding[]): void {
  if (findings.some((finding) => finding.severity === 'error')) throw new StartupError(findings);
}
