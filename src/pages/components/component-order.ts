import type { PageComponent } from './page-component.ts';

/** A page's components by area, in render order. */
export type PageLayout = ReadonlyMap<string, readonly PageComponent[]>;

/** The order of components in each area: by sortOrder, extension, and name. Expects them in the order of extensions. */
export function orderByArea(components: readonly PageComponent[]): PageLayout {
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
