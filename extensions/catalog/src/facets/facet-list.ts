import type { Context } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';
import { filterOf, type RankedList } from '../search/ranked-list.ts';
import type { ChosenFacet } from './chosen-facets.ts';

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

/**
 * Reads the facets of a list. Behind the values of its filter come the chosen values of all facets, and two locales for
 * labels. A product that has what is chosen counts for all of its values. One that misses the choice of a single facet
 * counts for its values of that facet.
 */
function facetsText(list: RankedList): string {
  const { conditions, values } = filterOf(list);
  const [ids, locale, fallback] = [1, 2, 3].map((number) => `$${values.length + number}`);
  return `
  with counted as (
    select value_id, count(*)::integer as count
    from (select unnest(${countedValues(conditions, list)}) as value_id from ${list.source}) listed group by value_id)
  select f.facet, coalesce(name_in(f.names, ${locale}), name_in(f.names, ${fallback}), f.facet) as "facetLabel",
    v.code, coalesce(name_in(v.names, ${locale}), name_in(v.names, ${fallback}), v.code) as label,
    coalesce(c.count, 0) as count, v.value_id = any(${ids}::integer[]) as selected
  from facet f join facet_value v using (facet) left join counted c using (value_id)
  where f.said_at > now() - interval '2 hours' and (c.value_id is not null or v.value_id = any(${ids}::integer[]))
  order by f.facet desc, coalesce(c.count, 0) desc, 4, v.value_id`;
}

/** Values that a product counts for; null when more than one condition is false. */
function countedValues(conditions: readonly string[], { chosen }: RankedList): string {
  if (conditions.length === 0) return 'p.value_ids';
  const own = chosen.map((facet, index) => `when not (${conditions[index]}) then ${valuesOf(facet)}`);
  const missed = conditions.map((condition) => `(not (${condition}))::integer`).join(' + ');
  return `case ${missed} when 0 then p.value_ids when 1 then case ${own.join(' ')} end end`;
}

/** A product's values of a facet. They lie together, and `width_bucket` finds the ends. */
function valuesOf({ valueIds: [some = 0] }: ChosenFacet): string {
  const start = some - (some % 65_536);
  return `p.value_ids[width_bucket(${start}, p.value_ids) + 1 : width_bucket(${start + 65_535}, p.value_ids)]`;
}
