import { satisfies } from 'semver';
import { errorFinding, type Finding } from 'stoa/tooling';

/** A change of a contract, as `stoa diff` finds it. */
export interface ContractChange {
  readonly level: 'breaking' | 'dangerous' | 'safe';
  readonly name: string;
  readonly what: string;
}

const headings = { breaking: 'Breaking', dangerous: 'May surprise', safe: 'Added and changed' } as const;

/** The changes as a section of a CHANGELOG.md. */
export function contractChangelog(version: string, changes: readonly ContractChange[]): string {
  const parts = (['breaking', 'dangerous', 'safe'] as const).flatMap((level) => {
    const lines = changes.filter((change) => change.level === level).map(({ name, what }) => lineOf(name, what));
    return lines.length === 0 ? [] : [`### ${headings[level]}\n\n${[...new Set(lines)].join('\n')}`];
  });
  const body = parts.length === 0 ? 'The contract is the same.' : parts.join('\n\n');
  return `## ${version}\n\n${body}\n`;
}

function lineOf(name: string, what: string): string {
  return `* ${what.includes(name) ? '' : `\`${name}\`: `}${what}`;
}

/**
 * The text of CHANGELOG.md with this section above earlier ones. The same text when the version has a section, which
 * its author may have written with more care.
 */
export function withSection(text: string, version: string, section: string): string {
  if (new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\b`, 'm').test(text)) return text;
  const first = /^## /m.exec(text)?.index;
  if (first === undefined) return `${text.trimEnd() || '# Changelog'}\n\n${section}`;
  return `${text.slice(0, first)}${section}\n${text.slice(first)}`;
}

/** A version must tell shops that something breaks: its range must not admit it. */
export function versionFindings(
  changes: readonly ContractChange[],
  { before, after, file }: { readonly before: string | undefined; readonly after: string; readonly file: string },
): readonly Finding[] {
  const breaking = changes.filter(({ level }) => level === 'breaking');
  if (before === undefined || breaking.length === 0 || !satisfies(after, `^${before}`)) return [];
  const what = `version ${after} breaks what ${before} gave, but shops with "^${before}" install it: ${breaking
    .slice(0, 3)
    .map((change) => change.what)
    .join('; ')}`;
  const [major = '0', minor = '0'] = before.split('.');
  const next = major === '0' ? `0.${Number(minor) + 1}.0` : `${Number(major) + 1}.0.0`;
  return [
    errorFinding('PACKAGE_VERSION', { where: { file, line: 1 }, what, fix: `Call it ${next}, or keep what it gave.` }),
  ];
}
