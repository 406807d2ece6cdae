-- stoa: expand
-- A locale such as de-AT has the words of its language where it has none of its own.

-- A text of names by locale. Null where neither the locale nor its language has one.
create function name_in(names jsonb, in_locale text) returns text language sql immutable parallel safe as $$
  select coalesce(names ->> in_locale, names ->> split_part(in_locale, '-', 1))
$$;

-- As in 017.
create or replace function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text,
  category_id bigint, slug text, published boolean, image_alt text, locale text, shown_from timestamptz,
  shown_until timestamptz)
language sql stable
as $$
  select p.product_id, coalesce(t.name, l.name, p.name),
    case when t.locale is not null then t.description when l.locale is not null then l.description
      else p.description end,
    p.price_cents, p.sku, p.image, p.tax_class, p.category_id, p.slug, p.published, p.image_alt,
    coalesce(t.locale, l.locale), p.shown_from, p.shown_until
  from product p
  left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
  left join product_translation l on l.product_id = p.product_id and l.locale = split_part(in_locale, '-', 1)
$$;

-- As in 006.
create or replace function texts_in(in_locale text)
returns table (product_id bigint, name_vector tsvector, search_vector tsvector)
language sql stable
as $$
  select t.product_id, t.name_vector, t.search_vector from product_translation t where t.locale = in_locale
  union all
  select l.product_id, l.name_vector, l.search_vector from product_translation l
  where l.locale = nullif(split_part(in_locale, '-', 1), in_locale)
    and not exists (select from product_translation t where t.product_id = l.product_id and t.locale = in_locale)
  union all
  select p.product_id, p.name_vector, p.search_vector from product p
  where in_locale is null or not exists (
    select from product_translation t
    where t.product_id = p.product_id and t.locale in (in_locale, split_part(in_locale, '-', 1)))
$$;

-- As in 006.
create or replace function words_in(in_locale text)
returns table (word text, in_name boolean)
language sql stable
as $$
  select t.word, t.in_name from translated_word t where t.locale = in_locale
  union all
  select l.word, l.in_name from translated_word l
  where l.locale = nullif(split_part(in_locale, '-', 1), in_locale)
    and not exists (select from translated_word t where t.word = l.word and t.locale = in_locale)
  union all
  select w.word, w.in_name from product_word w
  where in_locale is null or not exists (
    select from translated_word t where t.locale in (in_locale, split_part(in_locale, '-', 1)))
$$;
