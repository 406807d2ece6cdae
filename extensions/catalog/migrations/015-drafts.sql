-- stoa: expand
-- A draft is in no list. Only callers with catalog:write see it at its address.
alter table product add column published boolean not null default true;
create index product_published on product (product_id) where published;
-- What its picture shows, in the shop's default language.
alter table product add column image_alt text;

drop function products_in(text);

-- As in 012.
create function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text,
  category_id bigint, slug text, published boolean, image_alt text, locale text)
language sql stable
as $$
  select p.product_id, coalesce(t.name, p.name), case when t.locale is null then p.description else t.description end,
    p.price_cents, p.sku, p.image, p.tax_class, p.category_id, p.slug, p.published, p.image_alt, t.locale
  from product p left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
$$;
