-- stoa: expand
-- The words of a search in their order, and what of each is in products. `language` names a text search configuration
-- of PostgreSQL; without such a one, words have no other forms.
--   word        in small letters and without accents
--   is_stop     says nothing in the language, as "for" and "the"
--   forms       words of products with the same stem
--   beginnings  words of products that begin with it, at most `most_beginnings`; none for a single letter
--   is_name     one of both is in a name, or among keywords
--   parts       "b12" as "b" and "12"
-- Words with one stem begin alike in all languages that PostgreSQL knows. So the index of product_word finds the few
-- that can be forms, and only those are stemmed. `offset 0` keeps PostgreSQL from working out a stem more than once.
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
    -- Kind 12 is blank space.
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

-- Words of products that look like each of these, the most alike first: at most a hundred each. Trigrams only choose
-- what the code then compares letter by letter, since most trigrams of a word with swapped letters differ. The extension
-- pg_trgm lies in a schema of the operator's choice. Without it, there are no rows.
-- In a database with the collation C, trigrams are of ASCII letters alone. Arabic words are then all alike, and those with
-- the same first letter and about the same length come first.
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
      order by likeness desc, left(w.word, 1) = left(m.word, 1) desc, abs(length(w.word) - length(m.word)),
        w.word collate "C" limit 100) v
  $query$, trigrams) using misspelt, in_locale;
end $$;

-- What a search finds: `exact` has its words, `loose` has words that begin like them, too. First comes what is about
-- the words, then what has them in its description. Within each, exact hits come first, then the rank decides, then the
-- id. PostgreSQL plans it for the words of each search: a plan for any words would read all products for a common one.
-- It takes an index in any case, since it expects pages on a slow disk and finds them in memory.
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

-- What a search finds (find_products), each product with its place in the list from 1 on. Pages, cursors and counts are
-- then plain comparisons of places.
create function ranked_products(exact_words tsquery, loose_words tsquery, most integer, in_locale text default null)
returns table (product_id bigint, place bigint)
language sql stable rows 100
set search_path from current
as $$
  select f.product_id, row_number() over (order by f.named desc, f.exact desc, f.rank desc, f.product_id)
  from find_products(exact_words, loose_words, most, in_locale) f
$$;

-- Products whose names and keywords have any of the words, the best first. A name counts more than a keyword.
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
