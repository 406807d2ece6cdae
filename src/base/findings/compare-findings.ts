import type { Finding } from './startup-error.ts';

/** Compares two findings by file, then line, then column. */
export function compareFindings(a: Finding, b: Finding): number {
  if (a.where.file !== b.where.file) return a.where.file < b.where.file ? -1 : 1;
  return (a.where.line ?? 0) - (b.where.line ?? 0) || (a.where.column ?? 0) - (b.where.column ?? 0);
}
