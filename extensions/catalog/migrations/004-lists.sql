-- stoa: expand
-- What is asked of products, each under a name. `in_locale` is the locale whose words count, null for the default.

-- PostgreSQL puts these three in place of their calls, so that indexes are used: they set no search path of their own.

-- Products as they are shown in a locale. `locale` is null for those without a translation.
create function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text,
  category_id bigint, slug text, locale text)
language sql stable
as $$
  select p.product_id, coalesce(t.name, p.name), case when t.locale is null then p.description else t.description end,
    p.price_cents, p.sku, p.image, p.tax_class, p.category_id, p.slug, t.locale
  from product p left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
$$;

-- What a search looks through: translations, and products without one.
create function texts_in(in_locale text)
returns table (product_id bigint, name_vector tsvector, search_vector tsvector)
language sql stable
as $$
  select t.product_id, t.name_vector, t.search_vector from product_translation t where t.locale = in_locale
  union all
  select p.product_id, p.name_vector, p.search_vector from product p
  where in_locale is null
    or not exists (select from product_translation t where t.product_id = p.product_id and t.locale = in_locale)
$$;

-- Known words: those of the locale's translations, or of products where it has none.
create function words_in(in_locale text)
returns table (word text, in_name boolean)
language sql stable
as $$
  select t.word, t.in_name from translated_word t where t.locale = in_locale
  union all
  select w.word, w.in_name from product_word w
  where in_locale is null or not exists (select from translated_word t where t.locale = in_locale)
$$;

-- The product at an address: its id, its slug, or a slug that it had and no other product has.
create function product_at(address text) returns bigint language sql stable
set search_path from current
as $$
  select case when address ~ '^[0-9]+$' then address::bigint else coalesce(
    (select p.product_id from product p where p.slug = address),
    (select r.product_id from retired_slug r where r.slug = address)) end
$$;

-- Products of a category and of those below it, or all, each with its place from 1 on, as ranked_products() has it.
create function sorted_products(in_category text, sort text, in_locale text)
returns table (product_id bigint, place bigint)
language sql stable
as $$
  with recursive below as (
    select c.category_id from category c where c.slug = in_category
    union select c.category_id from category c join below b on c.parent_id = b.category_id)
  select p.product_id, row_number() over (order by
    case sort when 'PRICE' then p.price_cents when 'PRICE_DOWN' then -p.price_cents end,
    case sort when 'NAME' then lower(coalesce(t.name, p.name)) end,
    case sort when 'NEWEST' then -p.product_id end, p.product_id)
  from product p left join product_translation t
    on sort = 'NAME' and t.product_id = p.product_id and t.locale = in_locale
  where in_category is null or p.category_id in (select b.category_id from below b)
$$;

-- Other products for each of these: those with words of its name, then its neighbours by id, so that a product whose
-- name no other one shares has some, too. Numbers and units as "1000" and "mg" relate nothing.
create function related_products(products bigint[], most integer)
returns table (of_product bigint, product_id bigint, place bigint)
language sql stable
set search_path from current
as $$
  select own.product_id, related.product_id, related.place
  from product own, lateral (
    select string_agg(quote_literal(t.word), ' | ')::tsquery as words
    from unnest(tsvector_to_array(search_words(own.name))) t(word) where t.word ~ '[[:alpha:]]{3}') name,
  lateral (
    select r.product_id, row_number() over (order by r.rank desc nulls last, r.distance, r.product_id) as place from (
      select p.product_id, ts_rank('{0, 0, 0, 1}', p.search_vector, name.words) as rank,
        abs(p.product_id - own.product_id) as distance
      from product p
      where p.product_id <> own.product_id
        and (p.search_vector @@ name.words or p.product_id between own.product_id - 5 and own.product_id + 5)
      order by rank desc nulls last, distance, p.product_id limit most) r) related
  where own.product_id = any(products)
$$;

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
