-- stoa: expand
-- Names and descriptions in other locales of the shop. A product's own are in the default one. Functions get one more
-- parameter, which older code leaves out: the locale whose words count, null for the default.

-- Arabic writes its article, and "and", "with" or "as" before it, as one with the word.
create function without_article(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace($1, '\m[وفبك]?ال(?=[[:alpha:]]{3})', '', 'g')
$$;

create table product_translation (
  product_id bigint not null references product on delete cascade,
  locale text not null check (locale <> ''),
  name text not null check (name <> ''),
  description text,
  keywords text,
  name_vector tsvector not null generated always as (
    setweight(search_words(without_article(name)), 'A')
    || setweight(search_words(without_article(coalesce(keywords, ''))), 'B')) stored,
  search_vector tsvector not null generated always as (
    setweight(search_words(without_article(name)), 'A')
    || setweight(search_words(without_article(coalesce(keywords, ''))), 'B')
    || setweight(search_words(without_article(coalesce(description, ''))), 'D')) stored,
  primary key (product_id, locale)
);
create index product_translation_by_name_word on product_translation using gin (name_vector);
create index product_translation_by_word on product_translation using gin (search_vector);

-- As product_word, for each locale.
create table translated_word (
  locale text not null,
  word text collate "C" not null,
  in_name boolean not null,
  primary key (locale, word)
);

create function note_translated_words() returns trigger language plpgsql set search_path from current as $$
begin
  insert into translated_word (locale, word, in_name)
  select locale, lexeme, bool_or(weights && array['A', 'B']) from changed, unnest(search_vector)
  group by locale, lexeme order by locale, lexeme
  on conflict (locale, word) do update set in_name = true where excluded.in_name and not translated_word.in_name;
  return null;
end $$;
create trigger note_words_inserted after insert on product_translation
  referencing new table as changed for each statement execute function note_translated_words();
create trigger note_words_updated after update on product_translation
  referencing new table as changed for each statement execute function note_translated_words();

-- PostgreSQL puts these three in place of their calls, so that indexes are used: they set no search path of their own.

-- Products as they are shown in a locale. `locale` is null for those without a translation.
create function products_in(in_locale text)
returns table (product_id bigint, name text, description text, price_cents integer, sku text, image text, locale text)
language sql stable
as $$
  select p.product_id, coalesce(t.name, p.name), case when t.locale is null then p.description else t.description end,
    p.price_cents, p.sku, p.image, t.locale
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

drop function ranked_products(tsquery, tsquery, integer);
drop function similar_products(tsquery, integer);
drop function find_products(tsquery, tsquery, integer);
drop function words_like(text[]);
drop function search_terms(text, text, integer);

-- As in 004.
create function find_products(exact_words tsquery, loose_words tsquery, most integer, in_locale text default null)
returns table (product_id bigint, named integer, exact integer, rank real)
language plpgsql stable rows 100
set search_path from current
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  found_by_name integer;
begin
  return query
  select p.product_id, 1, (p.name_vector @@ exact_words)::integer,
    ts_rank('{0.05, 0.1, 0.3, 1}', p.search_vector,
      case when p.name_vector @@ exact_words then exact_words else loose_words end) as rank
  from texts_in(in_locale) p where p.name_vector @@ loose_words
  order by 3 desc, 4 desc, p.product_id limit most;
  get diagnostics found_by_name = row_count;

  return query
  select d.product_id, 0, (d.search_vector @@ exact_words)::integer,
    ts_rank('{0.05, 0.1, 0.3, 1}', d.search_vector,
      case when d.search_vector @@ exact_words then exact_words else loose_words end)
  from (
    select p.product_id, p.search_vector from texts_in(in_locale) p
    where p.search_vector @@ loose_words and not p.name_vector @@ loose_words
    order by p.product_id limit most - found_by_name) d;
end $$;

-- As in 005.
create function ranked_products(exact_words tsquery, loose_words tsquery, most integer, in_locale text default null)
returns table (product_id bigint, place bigint)
language sql stable rows 100
set search_path from current
as $$
  select f.product_id, row_number() over (order by f.named desc, f.exact desc, f.rank desc, f.product_id)
  from find_products(exact_words, loose_words, most, in_locale) f
$$;

-- As in 005.
create function similar_products(any_words tsquery, most integer, in_locale text default null)
returns table (product_id bigint, place bigint)
language sql stable rows 10
set search_path from current
as $$
  select s.product_id, row_number() over (order by s.rank desc, s.product_id) from (
    select p.product_id, ts_rank('{0, 0, 0.3, 1}', p.name_vector, any_words) as rank
    from texts_in(in_locale) p where p.name_vector @@ any_words
    order by rank desc, p.product_id limit most) s
$$;

-- As in 005.
create function search_terms(search text, language text, most_beginnings integer, in_locale text default null)
returns table (number bigint, word text, is_stop boolean, forms text[], beginnings text[], is_name boolean, parts text[])
language sql stable
set search_path from current
as $$
  select t.number, t.word, t.word = '' or s.stem = '' or to_tsvector(l.configuration, t.token) = '',
    coalesce(f.words, '{}'), coalesce(b.words, '{}'), coalesce(f.is_name, false) or coalesce(b.is_name, false),
    regexp_split_to_array(t.word, '(?<=[[:alpha:]])(?=[0-9])|(?<=[0-9])(?=[[:alpha:]])')
  from (
    select coalesce(
      (select oid::regconfig from pg_ts_config where cfgname = language and cfgnamespace = 'pg_catalog'::regnamespace),
      'pg_catalog.simple') as configuration offset 0) l
  cross join (
    select p.token, case when in_locale is null then folded(p.token) else without_article(folded(p.token)) end as word,
      p.number
    from ts_parse('default', translate(search, '-_/.,:@+%&''’', '            ')) with ordinality p(kind, token, number)
    where p.kind <> 12 offset 0) t
  cross join lateral (select to_tsvector(l.configuration, t.word) as stem offset 0) s
  cross join lateral (
    select array_agg(v.word order by v.word collate "C") as words, bool_or(v.in_name) as is_name
    from words_in(in_locale) v
    where v.word >= left(t.word, 3) collate "C" and v.word < left(t.word, 3) collate "C" || chr(1114111)
      and (v.word = t.word or (length(t.word) > 2 and to_tsvector(l.configuration, v.word) = s.stem))) f
  cross join lateral (
    select array_agg(v.word order by v.word collate "C") as words, bool_or(v.in_name) as is_name from (
      select w.word, w.in_name from words_in(in_locale) w
      where length(t.word) > 1 and w.word >= t.word collate "C" and w.word < t.word collate "C" || chr(1114111)
      order by w.in_name desc, w.word collate "C" limit most_beginnings) v) b
$$;

-- As in 005.
create function words_like(misspelt text[], in_locale text default null)
returns table (word text, candidate text, in_name boolean, likeness real)
language plpgsql stable
set search_path from current
as $$
declare
  trigrams text := (
    select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm' and has_schema_privilege(n.oid, 'usage'));
begin
  if trigrams is null then
    return;
  end if;
  return query execute format($query$
    select m.word, v.word, v.in_name, v.likeness
    from unnest($1) m(word) cross join lateral (
      select w.word, w.in_name, %I.similarity(w.word, m.word) as likeness from words_in($2) w
      where length(w.word) between length(m.word) - 2 and length(m.word) + 4
      order by likeness desc, w.word collate "C" limit 100) v
  $query$, trigrams) using misspelt, in_locale;
end $$;
