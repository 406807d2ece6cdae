import { didYouMean, errorFinding, type Finding, placeInCode } from '#base';
import type { PageConfig } from '#config';
import type { ExtensionManifest } from '#extensions';
import type { PageComponent } from './page-component.ts';

type PageGroups = ReadonlyMap<string, PageConfig>;

/** Areas of every page, in document order. */
export const shellAreas = ['header', 'content', 'sidebar', 'footer'] as const;

/** Areas at the end of the header, of the main content and of the footer, unless a component offers them elsewhere. */
export const headerAreas = ['headerSearch', 'headerLinks', 'headerMenu'] as const;
export const lowerAreas = ['checkoutShipping', 'checkoutPaymentMethod', 'productPageBottom'] as const;
export const footerAreas = ['footerLinks'] as const;

const [header, content, sidebar, footer] = shellAreas;
/** Areas that are there without any component that offers them, in page order. */
export const gatewayAreas = [header, ...headerAreas, content, ...lowerAreas, sidebar, footer, ...footerAreas] as const;

/** The group of components that are on every page. */
export const everyPage = 'all';

/** The page for unknown addresses: by default, components of `all` only. */
export const notFoundPage = 'notFound';

/** The components of one page: those of its frame, and its own, in extension order. */
export function componentsOf(
  group: string,
  page: Pick<PageConfig, 'common'>,
  components: readonly PageComponent[],
): readonly PageComponent[] {
  const frame = frameOf(page);
  return components.filter((component) => component.group === group || component.group === frame);
}

/** The group of components that a page has besides its own: `all`, another one, or none. */
function frameOf({ common = true }: Pick<PageConfig, 'common'>): string | undefined {
  if (typeof common === 'string') return common;
  return common ? everyPage : undefined;
}

/** All groups whose components are on some pages besides their own. */
export function framesOf(groups: PageGroups): ReadonlySet<string> {
  return new Set([everyPage, ...[...groups.values()].flatMap((page) => frameOf(page) ?? [])]);
}

export function servedPages(groups: PageGroups, all: readonly PageComponent[]) {
  const served = new Map([...groups].filter(([, { rests = false }]) => !rests));
  const shown = new Set([...framesOf(served), ...served.keys()]);
  return { groups: served, components: all.filter(({ group }) => shown.has(group)) };
}

/** Reports folders of `pages/` without a page group. */
export function checkGroups(manifests: readonly ExtensionManifest[], groups: PageGroups): readonly Finding[] {
  const known = [...framesOf(groups), ...groups.keys()];
  return manifests.flatMap(({ pages }) => {
    const unknown = Map.groupBy(pages, ({ group }) => group);
    for (const group of known) unknown.delete(group);
    return [...unknown].flatMap(([group, [first]]) => {
      if (first === undefined) return [];
      const what = `lies in pages/${group}/, but there is no page group "${group}"`;
      const fix = `${didYouMean(group, known)} A page of your own: pages/${group}/page.json.`;
      return [errorFinding('PAGE_GROUP_UNKNOWN', { where: { file: first.file, line: 1 }, what, fix })];
    });
  });
}

/** Reports components in areas that none of their pages has. */
export function checkAreas(components: readonly PageComponent[], groups: PageGroups): readonly Finding[] {
  const reachable = new Map(
    [...groups].map(([group, page]) => [group, reachableAreas(componentsOf(group, page, components))]),
  );
  const frames = framesOf(groups);
  return components.flatMap(({ group, layout, file }) => {
    const pages = frames.has(group)
      ? [...groups].flatMap(([name, page]) => (frameOf(page) === group ? name : []))
      : [group];
    if (pages.some((page) => groups.get(page)?.rests)) return [];
    if (pages.some((page) => reachable.get(page)?.has(layout.areaId) === true)) return [];
    const known = new Set(pages.flatMap((page) => [...(reachable.get(page) ?? [])]));
    const what = `stands in the area "${layout.areaId}", which ${group === everyPage ? 'no page has' : `the page ${group} does not have`}`;
    const fix = `${didYouMean(layout.areaId, known)} An area of your own: render <Area id>, and export areas = [id].`;
    const where = placeInCode(file, ['layout', 'areaId', JSON.stringify(layout.areaId)]);
    return [errorFinding('AREA_UNKNOWN', { where, what, fix })];
  });
}

// An area counts only if the component that offers it is placed: two that offer each other's area would never show.
function reachableAreas(components: readonly PageComponent[]): ReadonlySet<string> {
  const areas = new Set<string>(gatewayAreas);
  for (let size = 0; size !== areas.size; ) {
    size = areas.size;
    for (const { layout, areas: offered } of components) {
      if (areas.has(layout.areaId)) for (const id of offered) areas.add(id);
    }
  }
  return areas;
}
