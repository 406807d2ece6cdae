import { errorFinding, type Finding, type FindingCode, type Place } from '#base';

/** Receives one finding. The reader continues after it. A path stands for the first line of the file. */
export type Report = (
  code: FindingCode,
  where: Place | string,
  finding: Pick<Finding, 'what' | 'fix' | 'related'>,
) => void;

/** A {@link Report} that collects its findings. */
export function collectFindings(): { readonly findings: readonly Finding[]; readonly report: Report } {
  const findings: Finding[] = [];
  const report: Report = (code, place, finding) => {
    const where = typeof place === 'string' ? { file: place, line: 1 } : place;
    findings.push(errorFinding(code, { where, ...finding }));
  };
  return { findings, report };
}
