/**
 * Reads the facets of a list with three parameters, where $4 has the chosen values, and $5 and $6 the locales of the
 * labels. A value counts products that have what is chosen in the other facets: all that are chosen, or all but its own.
 */
export function facetsText(list: string): string {
  return `
  with listed as (select product_id from ${list}),
  picked as materialized (select value_id, facet from chosen_values($4::text[])),
  needed as materialized (select coalesce(array_agg(distinct facet), '{}') as facets from picked),
  had as materialized (
    select p.product_id, array_agg(distinct facet) as facets
    from picked join product_facet p using (value_id) group by p.product_id),
  counted as (
    select p.value_id, count(*)::integer as count
    from listed join product_facet p using (product_id) join facet_value v using (value_id)
    cross join needed left join had using (product_id)
    where cardinality(needed.facets) = 0
      or cardinality(array_remove(needed.facets, v.facet)) = coalesce(cardinality(array_remove(had.facets, v.facet)), 0)
    group by p.value_id)
  select f.facet, coalesce(f.names ->> $5, f.names ->> $6, f.facet) as "facetLabel",
    v.code, coalesce(v.names ->> $5, v.names ->> $6, v.code) as label,
    coalesce(c.count, 0) as count, k.value_id is not null as selected
  from facet f join facet_value v using (facet)
  left join counted c using (value_id) left join picked k using (value_id)
  where f.said_at > now() - interval '2 hours' and (c.value_id is not null or k.value_id is not null)
  order by f.facet desc, coalesce(c.count, 0) desc, 4, v.value_id`;
}
