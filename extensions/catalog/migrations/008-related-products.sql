-- stoa: expand
-- What related_products() finds, kept by the job `nightly`, since finding it costs more than all the rest of a page.
create table related_product (
  product_id bigint references product on delete cascade,
  place smallint,
  related_id bigint not null references product on delete cascade,
  primary key (product_id, place)
);
create index related_product_by_related on related_product (related_id);

-- The kept ones of each of these. They are found anew for a product that has none, such as a new one.
create function relations_of(products bigint[], most integer)
returns table (of_product bigint, product_id bigint, place bigint)
language sql stable
as $$
  select r.product_id, r.related_id, r.place::bigint from related_product r where r.product_id = any(products)
  union all
  select n.of_product, n.product_id, n.place
  from unnest(products) own(id), lateral related_products(array[own.id], most) n
  where not exists (select from related_product r where r.product_id = own.id)
$$;
