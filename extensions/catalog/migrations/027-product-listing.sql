-- stoa: expand
-- What lists filter, sort and count by. They read the row of each of their products, and those of `product` are ten
-- times as wide: they have what searches need. A trigger keeps both alike.
create table product_listing (
  product_id bigint primary key references product on delete cascade,
  category_id bigint,
  name text not null,
  sku text not null,
  price_cents integer not null,
  value_ids integer[] not null,
  shown_from timestamptz,
  shown_until timestamptz not null
);
create index product_listing_by_category on product_listing (category_id);

create function list_product() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_listing as l
    (product_id, category_id, name, sku, price_cents, value_ids, shown_from, shown_until)
  values (new.product_id, new.category_id, new.name, new.sku, new.price_cents, new.value_ids, new.shown_from,
    new.shown_until)
  on conflict (product_id) do update set
    category_id = excluded.category_id, name = excluded.name, sku = excluded.sku, price_cents = excluded.price_cents,
    value_ids = excluded.value_ids, shown_from = excluded.shown_from, shown_until = excluded.shown_until
  where (l.category_id, l.name, l.sku, l.price_cents, l.value_ids, l.shown_from, l.shown_until) is distinct from
    (excluded.category_id, excluded.name, excluded.sku, excluded.price_cents, excluded.value_ids, excluded.shown_from,
    excluded.shown_until);
  return null;
end $$;
create trigger list_product after insert or update on product for each row execute function list_product();

insert into product_listing (product_id, category_id, name, sku, price_cents, value_ids, shown_from, shown_until)
select product_id, category_id, name, sku, price_cents, value_ids, shown_from, shown_until from product;
