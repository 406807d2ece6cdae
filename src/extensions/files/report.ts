import type { FindingCode } from '../../base/findings/finding-codes.ts';
import { errorFinding, type Finding } from '../../base/findings/startup-error.ts';

/** Receives one finding. The reader continues after it. */
export type Report = (code: FindingCode, finding: Omit<Finding, 'code' | 'severity'>) => void;

/** A {@link Report} that collects its findings. */
export function collectFindings(): { readonly findings: readonly Finding[]; readonly report: Report } {
  const findings: Finding[] = [];
  return { findings, report: (code, finding) => findings.push(errorFinding(code, finding)) };
}
