import { type Database, isRowId, StoaError } from 'stoa';
import type { Graph } from '../../catalog.gen.ts';

// Two calls run one after the other, since both write the values of a product.
const lockText = 'lock table facet_value in share row exclusive mode';
const facetText = `
  insert into facet (facet, names, number) select $1, $2::jsonb, coalesce(max(number), 0) + 1 from facet
  on conflict (facet) do update set names = excluded.names, said_at = now()`;
const valuesText = `
  insert into facet_value (facet, code, names, value_id)
  select $1, code, names, row_number() over () + coalesce(
    (select max(value_id) from facet_value where facet = $1), (select number * 65536 from facet where facet = $1))
  from jsonb_to_recordset($2::jsonb) given(code text, names jsonb)
  where not exists (
    select from facet_value v where v.facet = $1 and v.code = given.code and v.names = given.names)
  on conflict (facet, code) do update set names = excluded.names`;
// Its values of other facets stay.
const productsText = `
  with said as (
    select g.product_id, coalesce(array_agg(v.value_id) filter (where v.value_id is not null), '{}') as ids
    from jsonb_to_recordset($2::jsonb) g(product_id bigint, codes jsonb)
    left join facet_value v on v.facet = $1 and g.codes ? v.code group by g.product_id),
  wanted as (
    select p.product_id, array(
      select id from unnest(p.value_ids || s.ids) id
      where id = any(s.ids) or id not in (select value_id from facet_value where facet = $1)
      group by id order by id) as value_ids
    from said s join product p using (product_id))
  update product p set value_ids = w.value_ids
  from wanted w where p.product_id = w.product_id and p.value_ids <> w.value_ids`;

/** Replaces what a facet says of these products. It writes only what differs. Throws BAD_USER_INPUT. */
export async function indexFacet(
  database: Database,
  facet: Graph['FacetInput'],
  products: readonly Graph['ProductFacetInput'][],
): Promise<void> {
  const codes = facet.values.map(({ code }) => code);
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(facet.code) || !codes.every((code) => /^[^:,\s]+$/.test(code)))
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.facet' });
  const values = facet.values.map((value) => ({ code: value.code, names: namesOf(value) }));
  const said = products
    .filter(({ productId }) => isRowId(productId))
    .map(({ productId, values: codes }) => ({ product_id: productId, codes }));
  await database.transaction(async (transaction) => {
    await transaction.query(lockText);
    await transaction.query(facetText, [facet.code, JSON.stringify(namesOf(facet))]);
    await transaction.query(valuesText, [facet.code, JSON.stringify(values)]);
    await transaction.query(productsText, [facet.code, JSON.stringify(said)]);
  });
}

function namesOf({ labels }: Graph['FacetValueInput']): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.map(({ locale, text }) => [locale, text]));
}
