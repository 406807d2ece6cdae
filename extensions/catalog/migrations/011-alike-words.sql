-- As in 006. In a database with the collation C, trigrams are of ASCII letters alone. Arabic words are then all alike,
-- and those with the same first letter and about the same length come first.
create or replace function words_like(misspelt text[], in_locale text default null)
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
