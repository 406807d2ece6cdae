-- stoa: expand
-- The few products that shoppers may not see now: a search leaves them out of its translations.
create index product_unshown on product (product_id) include (shown_from, shown_until)
  where not published or hide_at is not null;

-- As in 018. A search ranks and counts only so many, so that those that are not shown must not be among them.
create or replace function texts_in(in_locale text)
returns table (product_id bigint, name_vector tsvector, search_vector tsvector)
language sql stable
as $$
  select t.product_id, t.name_vector, t.search_vector from product_translation t
  where t.locale = in_locale and t.product_id not in (
    select u.product_id from product u
    where (not u.published or u.hide_at is not null)
      and (u.shown_from <= now() and u.shown_until > now()) is not true)
  union all
  select l.product_id, l.name_vector, l.search_vector from product_translation l
  where l.locale = nullif(split_part(in_locale, '-', 1), in_locale)
    and not exists (select from product_translation t where t.product_id = l.product_id and t.locale = in_locale)
    and l.product_id not in (
      select u.product_id from product u
      where (not u.published or u.hide_at is not null)
        and (u.shown_from <= now() and u.shown_until > now()) is not true)
  union all
  select p.product_id, p.name_vector, p.search_vector from product p
  where p.shown_from <= now() and p.shown_until > now() and (in_locale is null or not exists (
    select from product_translation t
    where t.product_id = p.product_id and t.locale in (in_locale, split_part(in_locale, '-', 1))))
$$;

-- As in 005. Only what shoppers see takes one of the places. Words of descriptions do not count: their rank was zero.
create or replace function related_products(products bigint[], most integer)
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
      select p.product_id, ts_rank('{0, 0, 0, 1}', p.name_vector, name.words) as rank,
        abs(p.product_id - own.product_id) as distance
      from product p
      where p.product_id <> own.product_id and p.shown_from <= now() and p.shown_until > now()
        and (p.name_vector @@ name.words or p.product_id between own.product_id - 5 and own.product_id + 5)
      order by rank desc nulls last, distance, p.product_id limit most) r) related
  where own.product_id = any(products)
$$;
