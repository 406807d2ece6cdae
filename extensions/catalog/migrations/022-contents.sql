-- stoa: expand
-- How much is in a variant: its price for a kilogram or a litre follows from that. Without one it has none, as what is
-- sold by the piece. As with prices, the row of the product has that of the first variant.
alter table product
  add column content_amount numeric(8, 3) check (content_amount > 0),
  add column content_unit text check (content_unit in ('g', 'kg', 'ml', 'l')),
  add constraint product_content_whole check ((content_amount is null) = (content_unit is null));
alter table product_variant
  add column content_amount numeric(8, 3) check (content_amount > 0),
  add column content_unit text check (content_unit in ('g', 'kg', 'ml', 'l')),
  add constraint product_variant_content_whole check ((content_amount is null) = (content_unit is null)),
  add constraint product_variant_first_content check (place > 1 or content_amount is null);

drop function products_in(text);

-- As in 018.
create function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text,
  category_id bigint, slug text, published boolean, image_alt text, locale text, shown_from timestamptz,
  shown_until timestamptz, content_amount numeric, content_unit text)
language sql stable
as $$
  select p.product_id, coalesce(t.name, l.name, p.name),
    case when t.locale is not null then t.description when l.locale is not null then l.description
      else p.description end,
    p.price_cents, p.sku, p.image, p.tax_class, p.category_id, p.slug, p.published, p.image_alt,
    coalesce(t.locale, l.locale), p.shown_from, p.shown_until, p.content_amount, p.content_unit
  from product p
  left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
  left join product_translation l on l.product_id = p.product_id and l.locale = split_part(in_locale, '-', 1)
$$;
