import type { Context } from 'stoa';
import type { RankedList } from './ranked-list.ts';

interface FacetRow {
  readonly facet: string;
  readonly facetLabel: string;
  readonly code: string;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
}

interface ListedFacet {
  readonly code: string;
  readonly label: string;
  readonly values: readonly (Omit<FacetRow, 'facet' | 'facetLabel'> & { readonly toggled: string })[];
}

/** The facets of a list. One query. */
export async function listFacets(
  { database, locale, shop }: Pick<Context, 'database' | 'locale' | 'shop'>,
  { statements, values }: RankedList,
): Promise<readonly ListedFacet[]> {
  const rows = await database.query<FacetRow>(statements.facetsText, [...values, locale, shop.locales[0]]);
  const chosen = rows.filter(({ selected }) => selected).map(choiceOf);
  return [...Map.groupBy(rows, ({ facet }) => facet)].map(([code, values]) => ({
    code,
    label: values[0]?.facetLabel ?? code,
    values: values.map((row) => ({ ...row, toggled: toggled(chosen, row) })),
  }));
}

function choiceOf({ facet, code }: FacetRow): string {
  return `${facet}:${code}`;
}

function toggled(chosen: readonly string[], row: FacetRow): string {
  const choice = choiceOf(row);
  return (row.selected ? chosen.filter((other) => other !== choice) : [...chosen, choice]).join(',');
}
