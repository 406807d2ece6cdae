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
    where (not u.published or u.hide_at is not null) and (u.shown_from <= now() and u.shown_until > now()) is not true)
  union all
  select l.product_id, l.name_vector, l.search_vector from product_translation l
  where l.locale = nullif(split_part(in_locale, '-', 1), in_locale)
    and not exists (select from product_translation t where t.product_id = l.product_id and t.locale = in_locale)
    and l.product_id not in (
      select u.product_id from product u
      where (not u.published or u.hide_at is not null) and (u.shown_from <= now() and u.shown_until > now()) is not true)
  union all
  select p.product_id, p.name_vector, p.search_vector from product p
  where p.shown_from <= now() and p.shown_until > now() and (in_locale is null or not exists (
    select from product_translation t
    where t.product_id = p.product_id and t.locale in (in_locale, split_part(in_locale, '-', 1))))
$$;
