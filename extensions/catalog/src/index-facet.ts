import { type Database, isRowId } from 'stoa';

interface Labelled {
  readonly code: string;
  readonly labels: readonly { readonly locale: string; readonly text: string }[];
}

interface FacetInput extends Labelled {
  readonly values: readonly Labelled[];
}

interface ProductFacetInput {
  readonly productId: string;
  readonly values: readonly string[];
}

// Locks the facet, so that two calls for it run one after the other.
const facetText = `
  insert into facet (facet, names) values ($1, $2::jsonb)
  on conflict (facet) do update set names = excluded.names, said_at = now()`;
const valuesText = `
  insert into facet_value (facet, code, names)
  select $1, code, names from jsonb_to_recordset($2::jsonb) given(code text, names jsonb)
  where not exists (
    select from facet_value v where v.facet = $1 and v.code = given.code and v.names = given.names)
  on conflict (facet, code) do update set names = excluded.names`;
const given = `given as (
    select distinct g.product_id, v.value_id
    from jsonb_to_recordset($2::jsonb) g(product_id bigint, codes jsonb)
    cross join jsonb_array_elements_text(g.codes) code
    join facet_value v on v.facet = $1 and v.code = code.value
    join product p on p.product_id = g.product_id)`;
const forgetText = `
  with ${given}
  delete from product_facet p using facet_value v
  where v.facet = $1 and v.value_id = p.value_id
    and p.product_id in (select product_id from jsonb_to_recordset($2::jsonb) g(product_id bigint))
    and not exists (select from given g where g.product_id = p.product_id and g.value_id = p.value_id)`;
const addText = `
  with ${given}
  insert into product_facet (product_id, value_id) select product_id, value_id from given on conflict do nothing`;

/** Replaces what a facet says of these products. It writes only what differs. */
export async function indexFacet(
  database: Database,
  facet: FacetInput,
  products: readonly ProductFacetInput[],
): Promise<void> {
  const values = facet.values.map((value) => ({ code: value.code, names: namesOf(value) }));
  const said = products
    .filter(({ productId }) => isRowId(productId))
    .map(({ productId, values: codes }) => ({ product_id: productId, codes }));
  await database.transaction(async (transaction) => {
    await transaction.query(facetText, [facet.code, JSON.stringify(namesOf(facet))]);
    await transaction.query(valuesText, [facet.code, JSON.stringify(values)]);
    for (const text of [forgetText, addText]) await transaction.query(text, [facet.code, JSON.stringify(said)]);
  });
}

function namesOf({ labels }: Labelled): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.map(({ locale, text }) => [locale, text]));
}
