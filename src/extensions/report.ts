import type { FindingCode } from '../base/finding-codes.ts';
import { errorFinding, type Finding } from '../base/startup-error.ts';

/** Takes one finding of a reader, which goes on to look for more. */
export type Report = (code: FindingCode, finding: Omit<Finding, 'code' | 'severity'>) => void;

/** A {@link Report} with what was reported to it. */
export function collectFindings(): { readonly findings: readonly Finding[]; readonly report: Report } {
  const findings: Finding[] = [];
  return { findings, report: (code, finding) => findings.push(errorFinding(code, finding)) };
}
