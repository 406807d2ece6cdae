import { styleText } from 'node:util';
import type { Affected, ChangeLevel, ChangePlace, ShopChange } from './shop-change.ts';

export interface DiffNames {
  readonly before: string;
  readonly after: string;
}

/** The output of `--json`. Stable. Places are relative to the folder of gateway.yaml. */
export function diffJson(names: DiffNames, changes: readonly ShopChange[]) {
  return { ...names, counts: countsOf(changes), changes };
}

export function countsOf(changes: readonly ShopChange[]): Readonly<Record<ChangeLevel, number>> {
  const count = (level: ChangeLevel): number => changes.filter((change) => change.level === level).length;
  return { breaking: count('breaking'), dangerous: count('dangerous'), safe: count('safe') };
}

/**
 * The output for people: breaking changes first, then dangerous ones, then the rest, each with its place and what
 * it affects.
 */
export function printDiff({ before, after }: DiffNames, changes: readonly ShopChange[]): string {
  const title = styleText('bold', `${before} → ${after}`);
  if (changes.length === 0) return `${title}\n\nNo differences.`;
  const findings = changes.filter(({ subject }) => subject === 'finding');
  const others = withoutParts(changes.filter(({ subject }) => subject !== 'finding'));
  const section = (level: ChangeLevel, heading: string): readonly string[] => {
    const all = others.filter((change) => change.level === level);
    return all.length === 0 ? [] : [[heading, ...all.map((change) => changeText(change))].join('\n\n')];
  };
  const counts = countsOf(changes);
  const summary = Object.entries(counts).flatMap(([level, count]) => (count === 0 ? [] : `${count} ${level}`));
  return [
    title,
    ...section('breaking', styleText(['red', 'bold'], 'Breaking')),
    ...findingsText(findings),
    ...section('dangerous', styleText(['yellow', 'bold'], 'Dangerous')),
    ...safeText(others),
    `${summary.join(', ')}.`,
  ].join('\n\n');
}

/** Folds the changes of a removed extension's parts into the removal, with everything that they affect. */
function withoutParts(changes: readonly ShopChange[]): readonly ShopChange[] {
  const removed = changes.filter(({ code }) => code === 'EXTENSION_REMOVED');
  const isPart = ({ extension, code, level }: ShopChange): boolean =>
    code !== 'EXTENSION_REMOVED' && level === 'breaking' && removed.some(({ name }) => name === extension);
  return changes
    .filter((change) => !isPart(change))
    .map((change) => {
      if (!removed.includes(change)) return change;
      const parts = changes.filter((part) => isPart(part) && part.extension === change.name);
      const counts = Object.entries(Object.groupBy(parts, ({ subject }) => subject)).map(
        ([subject, all]) => `${all?.length ?? 0} of ${partNames[subject] ?? subject}`,
      );
      const what = counts.length === 0 ? change.what : `${change.what}; with it go ${counts.join(', ')}`;
      return { ...change, what, affects: parts.flatMap(({ affects }) => affects) };
    });
}

const partNames: Readonly<Record<string, string>> = {
  graphql: 'its types and fields',
  route: 'its routes',
  component: 'its components',
  area: 'its areas',
};

function changeText({ name, what, where, affects }: ShopChange): string {
  const lines = [
    `  ${styleText('bold', name)}${where === null ? '' : `  ${styleText('dim', placeText(where))}`}`,
    `    ${what}`,
  ];
  const broken = merged(affects.filter(({ state }) => state === 'broken'));
  const adapted = merged(affects.filter(({ state }) => state === 'adapted'));
  return [
    ...lines,
    ...broken.map((victim) => `    ${styleText('red', 'breaks')} ${victimText(victim)}`),
    ...adapted.map((victim) => `    ${styleText('green', 'adapted')} ${victimText(victim)}`),
  ].join('\n');
}

/** Merges all uses of one consumer into one line. */
function merged(affects: readonly Affected[]): readonly Affected[] {
  return [...Map.groupBy(affects, ({ kind, name }) => `${kind} ${name}`).values()].flatMap(([first]) => first ?? []);
}

function victimText({ kind, name, how, where, pages, area }: Affected): string {
  const on = pages.map((page) => (page === 'all' ? 'every page' : `the page ${page}`)).join(', ');
  const place = on === '' ? '' : `, on ${on}${area === null ? '' : ` in ${area}`}`;
  return `${kind} ${styleText('bold', name)}${place}: ${how}  ${styleText('dim', placeText(where))}`;
}

function placeText({ file, line }: ChangePlace): string {
  return line === null ? file : `${file}:${line}`;
}

function findingsText(findings: readonly ShopChange[]): readonly string[] {
  if (findings.length === 0) return [];
  const stops = findings.some(({ level }) => level === 'breaking');
  const heading = stops ? 'It would not start (npx stoa check tells more)' : 'New warnings';
  const lines = findings.map(
    ({ code, what, where }) => `  ${where === null ? '' : `${placeText(where)}  `}${code}\n    ${what}`,
  );
  return [[styleText([stops ? 'red' : 'yellow', 'bold'], heading), ...lines].join('\n')];
}

function safeText(changes: readonly ShopChange[]): readonly string[] {
  const safe = changes.filter(({ level }) => level === 'safe');
  if (safe.length === 0) return [];
  const lines = safe.map(
    ({ what, where }) => `  ${what}${where === null ? '' : `  ${styleText('dim', placeText(where))}`}`,
  );
  return [[styleText(['green', 'bold'], 'Safe'), ...lines].join('\n')];
}
