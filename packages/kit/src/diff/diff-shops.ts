import { compareText, type Finding } from 'stoa/tooling';
import type { ShopState } from '../shop/index.ts';
import { type AffectedConsumers, createAffectedConsumers } from './affected-consumers.ts';
import { diffConfig, diffExtensions } from './diff-config.ts';
import { diffEvents } from './diff-events.ts';
import { diffGraphql, diffGuards } from './diff-graphql.ts';
import { diffMigrations } from './diff-migrations.ts';
import { diffPages } from './diff-pages.ts';
import { diffParts } from './diff-parts.ts';
import { diffRoutes } from './diff-routes.ts';
import { diffSettings } from './diff-settings.ts';
import { type ChangeLevel, changePlace, changeSubjects, type ShopChange } from './shop-change.ts';

/** All changes between two states of a shop, the worst first, with what they affect. */
export async function diffShops(before: ShopState, after: ShopState): Promise<readonly ShopChange[]> {
  const findings = newFindings(before, after);
  // Without a usable gateway.yaml, nothing else is known.
  if (before.config === undefined || after.config === undefined) return findings;
  const affected = createAffectedConsumers(before, after);
  const changes = [
    ...diffExtensions(before, after),
    ...diffMigrations(before, after),
    ...(await diffGraphql(before, after, affected)),
    ...(await diffGuards(before, after, affected)),
    ...(await diffParts(before, after, affected)),
    ...(await diffRoutes(before, after, affected)),
    ...(await diffPages(before, after, affected)),
    ...diffEvents(before, after),
    ...diffSettings(before, after),
    ...diffConfig(before, after),
  ];
  return [...changes, ...(await unexplained(affected, changes, before)), ...findings].toSorted(byWeight);
}

/** Findings that only the new state has. */
function newFindings(before: ShopState, after: ShopState): readonly ShopChange[] {
  const known = new Set(before.findings.map((finding) => keyOf(finding, before)));
  return after.findings
    .filter((finding) => !known.has(keyOf(finding, after)))
    .map((finding): ShopChange => {
      const { code, severity, what, where } = finding;
      const level = severity === 'error' ? 'breaking' : 'dangerous';
      const place = changePlace(after, where);
      return { level, subject: 'finding', code, name: code, what, extension: null, where: place, affects: [] };
    });
}

// Without the line, because every edit above moves it.
function keyOf({ code, what, where }: Finding, state: ShopState): string {
  return `${code} ${changePlace(state, where).file} ${what}`;
}

/** Reports queries that became invalid for a reason that no other change covers. */
async function unexplained(
  affected: AffectedConsumers,
  changes: readonly ShopChange[],
  before: ShopState,
): Promise<readonly ShopChange[]> {
  const explained = new Set(
    changes.flatMap(({ level, affects }) => (level === 'breaking' ? affects.map(({ where }) => where.file) : [])),
  );
  const invalid = [...affected.invalid].map(async ([document, [reason = '']]): Promise<readonly ShopChange[]> => {
    const where = changePlace(before, { file: document.file });
    if (explained.has(where.file)) return [];
    const affects = await affected.ofDocument(document, { how: reason, place: document.placeOf(0) });
    if (!affects.some(({ state }) => state === 'broken')) return [];
    const { extension } = document;
    const common = { name: affects[0]?.name ?? extension, what: reason, extension, where, affects };
    return [{ level: 'breaking', subject: 'graphql', code: 'DOCUMENT_INVALID', ...common }];
  });
  return (await Promise.all(invalid)).flat();
}

const levels: readonly ChangeLevel[] = ['breaking', 'dangerous', 'safe'];

function byWeight(a: ShopChange, b: ShopChange): number {
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    changeSubjects.indexOf(a.subject) - changeSubjects.indexOf(b.subject) ||
    compareText(a.name, b.name) ||
    compareText(a.code, b.code)
  );
}
