import { join } from 'node:path';
import { errorFinding, type Finding, type FindingCode, type Place } from '#base';

type Problem = Pick<Finding, 'what' | 'fix' | 'related'>;

/** Receives one finding. The reader continues after it. A path stands for the first line of the file. */
export type Report = (code: FindingCode, where: Place | string, problem: Problem) => void;

/** Reports files and folders that are not looked into. */
export function reportStrays(folder: string, names: readonly string[], problem: Problem, report: Report): void {
  for (const name of names) report('EXTENSION_FILE_UNKNOWN', join(folder, name), problem);
}

/** A {@link Report} that collects its findings. */
export function collectFindings(): { readonly findings: readonly Finding[]; readonly report: Report } {
  const findings: Finding[] = [];
  const report: Report = (code, place, finding) => {
    const where = typeof place === 'string' ? { file: place, line: 1 } : place;
    findings.push(errorFinding(code, { where, ...finding }));
  };
  return { findings, report };
}
