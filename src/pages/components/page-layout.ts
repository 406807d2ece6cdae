import { didYouMean } from '../../base/findings/did-you-mean.ts';
import { placeInCode } from '../../base/findings/place-in-code.ts';
import { errorFinding, type Finding } from '../../base/findings/startup-error.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';
import type { PageComponent } from './page-component.ts';

/** Areas that every page has by itself, in the order in which they stand in the document. */
export const shellAreas = ['header', 'content', 'sidebar', 'footer'] as const;

/** Areas that stand below the main content as long as no component offers a better place. */
export const lowerAreas = ['checkoutShipping', 'checkoutPaymentMethod', 'productPageBottom'] as const;

/** The group whose components are on every page. */
export const everyPage = 'all';

/** The page for addresses that nothing else answers: components of `all` only. Lower case cannot be a group's file name. */
export const notFoundPage = 'notFound';

/** One page group's components by area, in the order in which they render. */
export type PageLayout = ReadonlyMap<string, readonly PageComponent[]>;

/** The components of one page: those of `all` and its own, in the order of extensions. */
export function componentsOf(group: string, components: readonly PageComponent[]): readonly PageComponent[] {
  return components.filter((component) => component.group === everyPage || component.group === group);
}

/** Expects components in the order of extensions, and names sorted within each. */
export function layOut(components: readonly PageComponent[]): PageLayout {
  const extensions = [...new Set(components.map(({ extension }) => extension))];
  const rank = new Map(extensions.map((extension, index) => [extension, index]));
  const ordered = components.toSorted(
    (a, b) =>
      a.layout.sortOrder - b.layout.sortOrder ||
      (rank.get(a.extension) ?? 0) - (rank.get(b.extension) ?? 0) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
  return Map.groupBy(ordered, ({ layout }) => layout.areaId);
}

/** Folders of `pages/` that are no page group. */
export function checkGroups(manifests: readonly ExtensionManifest[], groups: readonly string[]): readonly Finding[] {
  const known = [everyPage, ...groups];
  return manifests.flatMap(({ pages }) => {
    const unknown = Map.groupBy(pages, ({ group }) => group);
    for (const group of known) unknown.delete(group);
    return [...unknown].flatMap(([group, [first]]) => {
      if (first === undefined) return [];
      const what = `lies in pages/${group}/, but there is no page group "${group}"`;
      const fix = `${didYouMean(group, known)} Groups of your own are named under "pages" in gateway.yaml.`;
      return [errorFinding('PAGE_GROUP_UNKNOWN', { where: { file: first.file, line: 1 }, what, fix })];
    });
  });
}

/** Components in areas that no page which they are on has. */
export function checkAreas(components: readonly PageComponent[], groups: readonly string[]): readonly Finding[] {
  const reachable = new Map(groups.map((group) => [group, reachableAreas(componentsOf(group, components))]));
  return components.flatMap(({ group, layout, file }) => {
    const pages = group === everyPage ? groups : [group];
    if (pages.some((page) => reachable.get(page)?.has(layout.areaId) === true)) return [];
    const known = new Set(pages.flatMap((page) => [...(reachable.get(page) ?? [])]));
    const what = `stands in the area "${layout.areaId}", which ${group === everyPage ? 'no page has' : `the page ${group} does not have`}`;
    const fix = `${didYouMean(layout.areaId, known)} An area of your own: render <Area id>, and export areas = [id].`;
    const where = placeInCode(file, ['layout', 'areaId', JSON.stringify(layout.areaId)]);
    return [errorFinding('AREA_UNKNOWN', { where, what, fix })];
  });
}

// Not only offered, but offered by a component that itself has a place: two that stand in each other would never show.
function reachableAreas(components: readonly PageComponent[]): ReadonlySet<string> {
  const areas = new Set<string>([...shellAreas, ...lowerAreas]);
  for (let size = 0; size !== areas.size; ) {
    size = areas.size;
    for (const { layout, areas: offered } of components) {
      if (areas.has(layout.areaId)) for (const id of offered) areas.add(id);
    }
  }
  return areas;
}
