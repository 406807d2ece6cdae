import { compareText } from '#base';
import type { PageConfig } from '#config';
import { type MenuEntries, type Page, pathIn, type Shop, textsIn } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';

interface MenuCaller {
  readonly permissions: readonly string[];
  readonly page: Pick<Page, 'userId'>;
}

/** Gives the menus that a caller may see, by name. */
export type MenusOf = (caller: MenuCaller, shop: Shop) => MenuEntries;

/** Reads which served pages are entries of menus. Each label is in the words of the extension that brings the page. */
export function createMenus(
  manifests: readonly Pick<ExtensionManifest, 'ownPages' | 'texts'>[],
  pages: ReadonlyMap<string, PageConfig>,
): MenusOf {
  const entries = manifests.flatMap(({ ownPages, texts }) =>
    ownPages.flatMap(({ group }) => {
      const page = pages.get(group);
      return page?.menu === undefined ? [] : [{ ...page, ...page.menu, routeId: group, part: page.menu.group, texts }];
    }),
  );
  // A group stands where its first entry does.
  const order = new Map<string, number>();
  for (const { name, part = '', sortOrder = 0 } of entries) {
    const key = `${name} ${part}`;
    order.set(key, Math.min(order.get(key) ?? sortOrder, sortOrder));
  }
  const placeOf = ({ name, part = '' }: (typeof entries)[number]): number => order.get(`${name} ${part}`) ?? 0;
  const sorted = entries.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) || compareText(a.part ?? '', b.part ?? '') || (a.sortOrder ?? 0) - (b.sortOrder ?? 0),
  );
  if (sorted.length === 0) return () => noMenus;
  return ({ permissions, page: { userId } }, shop) => {
    const allowed = sorted.filter(
      (entry) =>
        (entry.access === 'public' || userId !== null) && entry.permissions.every((one) => permissions.includes(one)),
    );
    const menus = Map.groupBy(allowed, ({ name }) => name);
    return Object.fromEntries(
      [...menus].map(([name, found]) => [
        name,
        found.map(({ routeId, path, part, text, texts }) => ({
          routeId,
          label: textsIn(texts, shop)(text),
          path: pathIn(shop.locales, shop.locale, path),
          group: part,
        })),
      ]),
    );
  };
}

const noMenus: MenuEntries = {};
