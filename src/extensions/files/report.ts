import { errorFinding, type Finding, type FindingCode } from '#base';

/** Receives one finding. The reader continues after it. */
export type Report = (code: FindingCode, finding: Omit<Finding, 'code' | 'severity'>) => void;

/** A {@link Report} that collects its findings. */
export function collectFindings(): { readonly findings: readonly Finding[]; readonly report: Report } {
  const findings: Finding[] = [];
  return { findings, report: (code, finding) => findings.push(errorFinding(code, finding)) };
}
