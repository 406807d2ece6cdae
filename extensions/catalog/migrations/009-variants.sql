-- stoa: expand
-- What of a product is bought: its sizes, each with a stock keeping unit of its own. The row of the product has SKU and
-- price of the first, so that a list of products reads no more than before.
alter table product add column tax_class text not null default 'standard'
  check (tax_class in ('standard', 'reduced', 'zero'));

create table product_variant (
  sku text primary key check (sku <> ''),
  product_id bigint not null references product on delete cascade,
  place smallint not null check (place > 0),
  label text check (label <> ''),
  -- By locale, as gateway.yaml writes it.
  labels jsonb not null default '{}' check (jsonb_typeof(labels) = 'object'),
  price_cents integer check (price_cents >= 0),
  unique (product_id, place),
  check ((place = 1) = (price_cents is null))
);

-- The first one comes and changes with its product.
create function note_first_variant() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_variant (sku, product_id, place) values (new.sku, new.product_id, 1);
  return null;
end $$;
create function rename_first_variant() returns trigger language plpgsql set search_path from current as $$
begin
  update product_variant set sku = new.sku where product_id = new.product_id and place = 1;
  return null;
end $$;
create trigger note_first_variant after insert on product for each row execute function note_first_variant();
create trigger rename_first_variant after update of sku on product for each row
  when (old.sku <> new.sku) execute function rename_first_variant();

insert into product_variant (sku, product_id, place) select sku, product_id, 1 from product;

drop function products_in(text);

-- As in 006.
create function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text, locale text)
language sql stable
as $$
  select p.product_id, coalesce(t.name, p.name), case when t.locale is null then p.description else t.description end,
    p.price_cents, p.sku, p.image, p.tax_class, t.locale
  from product p left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
$$;
