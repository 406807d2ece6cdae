import type { MappedExtension } from './mapped.tsx';

/** Why one extension needs another: types that it adds fields to, or pages that it places components on. */
export interface MapLink {
  readonly from: string;
  readonly to: string;
  readonly types: readonly string[];
  readonly pages: readonly string[];
}

const rootTypes: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

/**
 * Who extends whose types, and who places components in whose areas. An area belongs to the extensions whose components
 * offer it on that page.
 */
export function linksOf(map: readonly MappedExtension[]): readonly MapLink[] {
  const owners = new Map<string, string>();
  for (const { id, types } of map)
    for (const { name, isExtended } of types) if (!isExtended && !rootTypes.has(name)) owners.set(name, id);
  const links = new Map<string, { types: Set<string>; pages: Set<string> }>();
  const link = (from: string, to: string) => {
    const key = JSON.stringify([from, to]);
    const found = links.get(key) ?? { types: new Set<string>(), pages: new Set<string>() };
    links.set(key, found);
    return found;
  };
  for (const { id, types, components } of map) {
    for (const { name, isExtended } of types) {
      const owner = owners.get(name);
      if (isExtended && owner !== undefined && owner !== id) link(id, owner).types.add(name);
    }
    for (const { page, area } of components)
      for (const other of map)
        if (other.id !== id && offers(other, { page, area })) link(id, other.id).pages.add(`${page}: ${area}`);
  }
  return [...links].map(([key, { types, pages }]) => {
    const [from = '', to = ''] = JSON.parse(key);
    return { from, to, types: [...types].sort(), pages: [...pages].sort() };
  });
}

function offers({ components }: MappedExtension, { page, area }: { readonly page: string; readonly area: string }) {
  return components.some(
    (other) => other.offers.includes(area) && (other.page === page || other.page === 'every page'),
  );
}

export interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export const box = { width: 150, height: 44, gapX: 26, gapY: 56 } as const;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
}

/** Rows of boxes: an extension lies below all that it needs, and a row has at most `columns` boxes. */
export function drawingOf(ids: readonly string[], links: readonly MapLink[], columns: number): Drawing {
  const ranks = ranksOf(ids, links);
  const rows = [...Map.groupBy(ids, (id) => ranks.get(id) ?? 0)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, row]) =>
      Array.from({ length: Math.ceil(row.length / columns) }, (_, index) =>
        row.slice(index * columns, (index + 1) * columns),
      ),
    );
  const widest = Math.max(1, ...rows.map(({ length }) => length));
  const width = widest * (box.width + box.gapX) + box.gapX;
  const boxes = rows.flatMap((row, index) => {
    const left = (width - row.length * (box.width + box.gapX) + box.gapX) / 2;
    return row.map((id, column) => ({
      id,
      x: left + column * (box.width + box.gapX),
      y: 8 + index * (box.height + box.gapY),
    }));
  });
  return { width, height: rows.length * (box.height + box.gapY) - box.gapY + 16, boxes };
}

/** The length of the longest way to an extension that needs none. Two that need each other end the way. */
function ranksOf(ids: readonly string[], links: readonly MapLink[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  const rankOf = (id: string, way: readonly string[]): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    const needed = links.filter(({ from, to }) => from === id && !way.includes(to));
    const rank = Math.max(0, ...needed.map(({ to }) => 1 + rankOf(to, [...way, id])));
    ranks.set(id, rank);
    return rank;
  };
  for (const id of ids) rankOf(id, []);
  return ranks;
}
