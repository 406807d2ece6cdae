import type { Database } from 'stoa';

/** The values that are chosen in one facet. */
export interface ChosenFacet {
  readonly facet: string;
  readonly valueIds: readonly number[];
}

/** More than shoppers choose. */
const mostChosen = 30;

const knownText = `
  select facet, array_agg(value_id) as "valueIds" from facet_value join facet using (facet)
  where facet || ':' || code = any($1::text[]) and said_at > now() - interval '2 hours' group by facet order by facet`;

/** What `filter` chooses, written facet:value. Values that do not exist are left out. One query, if there are any. */
export async function chosenFacets(
  database: Database,
  filter: readonly string[] | null | undefined,
): Promise<readonly ChosenFacet[]> {
  const values = (filter ?? []).flatMap((text) => text.split(','));
  const chosen = [...new Set(values)].filter((value) => /^[a-z0-9]+:[^\s\p{Cc}:]+$/iu.test(value)).slice(0, mostChosen);
  return chosen.length === 0 ? [] : database.query<ChosenFacet>(knownText, [chosen]);
}
