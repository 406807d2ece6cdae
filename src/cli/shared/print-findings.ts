import { readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { styleText } from 'node:util';
import { compareFindings, compareText, type Finding, type Place } from '#base';
import { secretRanges } from '#config';
import { codeFrame } from './code-frame.ts';

type Style = Parameters<typeof styleText>[0];

/** Formats findings for people: place, code, message, code frame and fix, then their number; on terminals in colour. */
export function printFindings(findings: readonly Finding[], stream: NodeJS.WritableStream = process.stdout): string {
  const paint = (style: Style, text: string): string => styleText(style, text, { stream });
  const sources = new Map<string, Source | undefined>();
  const blocks = sortFindings(findings).map((finding) => {
    const { code, severity, where, what, fix, related = [] } = finding;
    const mark = paint(severity === 'error' ? 'red' : 'yellow', `${severity} ${code}`);
    const frame = frameOf(where, sources);
    return [
      `${paint('bold', placeText(where))}  ${mark}`,
      indent(what),
      ...(frame === '' ? [] : [paint('dim', indent(frame))]),
      indent(`${paint('green', 'fix:')} ${fix}`),
      ...related.map((place) => indent(`${paint('dim', 'see:')} ${placeText(place)}`)),
    ].join('\n');
  });
  return [...blocks, countText(findings)].join('\n\n');
}

/** Prints findings of a starting or running gateway to standard error, like logs. */
export function printReport(findings: readonly Finding[]): void {
  if (findings.length > 0) process.stderr.write(`${printFindings(findings, process.stderr)}\n`);
}

/** Findings as `--json` prints them, errors first. Stable, because scripts and editors read it. Paths are absolute. */
export function findingsJson(findings: readonly Finding[]) {
  return {
    /** True without errors. Warnings do not count. */
    ok: findings.every(({ severity }) => severity !== 'error'),
    findings: sortFindings(findings).map(({ code, severity, where, what, fix, related = [] }) => ({
      code,
      severity,
      ...placeJson(where),
      message: what,
      fix,
      related: related.map(placeJson),
    })),
  };
}

/** Files that are stale because of another mistake. They follow it. */
const consequences: ReadonlySet<string> = new Set(['CONTRACT_STALE', 'TYPES_STALE']);

/** Errors first, causes before consequences, then by file, line and column. */
function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ severity, code }: Finding): number =>
    (severity === 'error' ? 0 : 2) + (consequences.has(code) ? 1 : 0);
  return findings.toSorted((a, b) => rank(a) - rank(b) || compareFindings(a, b) || compareText(a.code, b.code));
}

function placeText({ file, line, column }: Place): string {
  const near = relative(process.cwd(), file);
  const name = near === '' || near.startsWith('..') || isAbsolute(near) ? file : near;
  return [name, line, column].filter((part) => part !== undefined).join(':');
}

function placeJson({ file, line, column }: Place) {
  return { file, line: line ?? null, column: column ?? null };
}

interface Source {
  readonly text: string;
  readonly mask: ReturnType<typeof secretRanges>;
}

function frameOf({ file, line, column }: Place, sources: Map<string, Source | undefined>): string {
  // A finding about a whole file has no code frame.
  if (line === undefined || column === undefined) return '';
  if (!sources.has(file)) sources.set(file, readSource(file));
  const source = sources.get(file);
  if (source === undefined) return '';
  return codeFrame(source.text, { line, column }, source.mask);
}

// A finding is printed without a code frame when its file is missing or unreadable.
function readSource(file: string): Source | undefined {
  try {
    const text = readFileSync(file, 'utf8').replace(/^\u{feff}/u, '');
    return { text, mask: /\.ya?ml$/.test(file) ? secretRanges(text) : [] };
  } catch {
    return undefined;
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function countText(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [counted(errors, 'error'), counted(warnings, 'warning')].filter((part) => part !== undefined);
  return parts.length === 0 ? 'No findings.' : `${parts.join(', ')}.`;
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
