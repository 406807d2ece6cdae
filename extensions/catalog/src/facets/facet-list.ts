import type { Context } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';
import { filterOf, type RankedList } from '../search/ranked-list.ts';
import { facetsText } from './facets-text.ts';

type FacetRow = Omit<Graph['FacetValue'], 'toggled'> & { readonly facet: string; readonly facetLabel: string };

interface Asking extends Pick<Context, 'database' | 'locale'> {
  readonly shop: Pick<Context['shop'], 'locales'>;
}

/** The facets of a list. One query. */
export async function listFacets(
  { database, locale, shop }: Asking,
  list: RankedList,
): Promise<readonly Graph['Facet'][]> {
  const valueIds = list.chosen.flatMap((facet) => facet.valueIds);
  const values = [...filterOf(list).values, valueIds, locale, shop.locales[0]];
  const rows = await database.query<FacetRow>(facetsText(list), values);
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
