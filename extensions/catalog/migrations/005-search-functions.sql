-- stoa: expand
-- What the search and the product page ask, each under a name. Code before this file sends the same as statements.

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
create function search_terms(search text, language text, most_beginnings integer)
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
    select p.token, folded(p.token) as word, p.number
    from ts_parse('default', translate(search, '-_/.,:@+%&''’', '            ')) with ordinality p(kind, token, number)
    where p.kind <> 12 offset 0) t
  cross join lateral (select to_tsvector(l.configuration, t.word) as stem offset 0) s
  cross join lateral (
    select array_agg(v.word order by v.word) as words, bool_or(v.in_name) as is_name from product_word v
    where v.word >= left(t.word, 3) collate "C" and v.word < left(t.word, 3) collate "C" || chr(1114111)
      and (v.word = t.word or (length(t.word) > 2 and to_tsvector(l.configuration, v.word) = s.stem))) f
  cross join lateral (
    select array_agg(v.word order by v.word) as words, bool_or(v.in_name) as is_name from (
      select w.word, w.in_name from product_word w
      where length(t.word) > 1 and w.word >= t.word collate "C" and w.word < t.word collate "C" || chr(1114111)
      order by w.in_name desc, w.word limit most_beginnings) v) b
$$;

-- Words of products that look like each of these, the most alike first: at most a hundred each. Trigrams only choose
-- what the code then compares letter by letter, since most trigrams of a word with swapped letters differ. The extension
-- pg_trgm lies in a schema of the operator's choice. Without it, there are no rows.
create function words_like(misspelt text[])
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
      select w.word, w.in_name, %I.similarity(w.word, m.word) as likeness from product_word w
      where length(w.word) between length(m.word) - 2 and length(m.word) + 4
      order by likeness desc, w.word limit 100) v
  $query$, trigrams) using misspelt;
end $$;

-- What a search finds (find_products), each product with its place in the list from 1 on. Pages, cursors and counts are
-- then plain comparisons of places.
create function ranked_products(exact_words tsquery, loose_words tsquery, most integer)
returns table (product_id bigint, place bigint)
language sql stable rows 100
set search_path from current
as $$
  select f.product_id, row_number() over (order by f.named desc, f.exact desc, f.rank desc, f.product_id)
  from find_products(exact_words, loose_words, most) f
$$;

-- Products whose names and keywords have any of the words, the best first. A name counts more than a keyword.
create function similar_products(any_words tsquery, most integer)
returns table (product_id bigint, place bigint)
language sql stable rows 10
set search_path from current
as $$
  select s.product_id, row_number() over (order by s.rank desc, s.product_id) from (
    select p.product_id, ts_rank('{0, 0, 0.3, 1}', p.name_vector, any_words) as rank
    from product p where p.name_vector @@ any_words
    order by rank desc, p.product_id limit most) s
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
