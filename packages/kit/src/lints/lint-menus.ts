import { editDistance, type Finding, type Gateway, type Place, placeInConfig } from 'stoa/tooling';
import { callsOf, literalText, readModules } from '../source/index.ts';

type Linted = Pick<Gateway, 'config' | 'manifests'>;

/** Pages in a menu that no component shows, in a misspelt group of it, or with a misspelt frame: they are not seen. */
export async function lintMenus({ config, manifests }: Linted): Promise<readonly Finding[]> {
  const pages = Object.entries(config.pages);
  const placeOfKey = (group: string, key: string): Place =>
    config.pages[group]?.places?.get(key) ?? placeInConfig(config, ['pages', group, key]);
  const framed = Map.groupBy(pages, ([, { common }]) => String(common));
  const frames = pages.flatMap(([group, { common, rests = false }]): readonly Finding[] => {
    if (!rests || typeof common !== 'string') return [];
    const count = (name: string): number => framed.get(name)?.length ?? 0;
    const meant = [...framed.keys()].find((other) => editDistance(common, other) === 1 && count(other) > count(common));
    if (meant === undefined) return [];
    const what = `has the frame "${common}", which no enabled extension brings, so the page is not served`;
    return [unseen(placeOfKey(group, 'common'), what, [meant])];
  });
  const entries = pages.flatMap(([group, { menu, rests = false }]) =>
    menu === undefined || rests ? [] : [{ ...menu, where: placeOfKey(group, 'menu') }],
  );
  if (entries.length === 0) return frames;
  const modules = (await Promise.all(manifests.map(({ folder }) => readModules(folder)))).flat();
  const shown = modules.flatMap(({ program }) =>
    callsOf(program, ['useMenu']).flatMap(({ given }) => literalText(given[0]) ?? []),
  );
  return [
    ...frames,
    ...entries.flatMap(({ name, group, where }): readonly Finding[] => {
      if (!shown.includes(name))
        return [unseen(where, `is in the menu "${name}", which no component of the shop shows`, shown)];
      const others = entries.filter((other) => other.name === name && other.where !== where);
      const groups = others.flatMap((other) => other.group ?? []);
      const meant = groups.find((other) => group !== undefined && editDistance(group, other) === 1);
      if (group === undefined || meant === undefined || groups.includes(group)) return [];
      return [unseen(where, `is alone in the group "${group}" of the menu "${name}"`, [meant])];
    }),
  ];
}

function unseen(where: Place, what: string, names: readonly string[]): Finding {
  return {
    code: 'LINT_PAGE_UNSEEN',
    severity: 'warning',
    where,
    what,
    fix: `There is ${names.map((name) => `"${name}"`).join(', ') || 'none'}.`,
  };
}
