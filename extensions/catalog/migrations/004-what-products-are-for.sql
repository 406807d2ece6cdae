-- stoa: expand
-- What shoppers also call a product, and what they want it for: a search finds "tired" or "joints" that no name has.
-- Older code reads the same columns, and does not mind that they are made again.
alter table product add column keywords text;

-- What a product is about: a search looks here first, and the index stays small.
alter table product add column name_vector tsvector not null generated always as (
  setweight(search_words(name), 'A') || setweight(search_words(coalesce(keywords, '')), 'B')) stored;
create index product_by_name_word on product using gin (name_vector);

alter table product drop column search_vector;
alter table product add column search_vector tsvector not null generated always as (
  setweight(search_words(name), 'A') || setweight(search_words(coalesce(keywords, '')), 'B')
  || setweight(search_words(coalesce(description, '')), 'D')) stored;
create index product_by_word on product using gin (search_vector);

-- Whether a product is about the word. A mistake is corrected to such a word first.
alter table product_word add column in_name boolean not null default false;

create or replace function note_words() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_word (word, in_name)
  select lexeme, bool_or(weights && array['A', 'B']) from changed, unnest(search_vector) group by lexeme order by lexeme
  on conflict (word) do update set in_name = true where excluded.in_name and not product_word.in_name;
  return null;
end $$;

insert into product_word (word, in_name)
select lexeme, bool_or(weights && array['A', 'B']) from product, unnest(search_vector) group by lexeme order by lexeme
on conflict (word) do update set in_name = excluded.in_name;

-- What a search finds: `exact` has its words, `loose` has words that begin like them, too. First comes what is about
-- the words, then what has them in its description. Within each, exact hits come first, then the rank decides, then the
-- id. PostgreSQL plans it for the words of each search: a plan for any words would read all products for a common one.
-- It takes an index in any case, since it expects pages on a slow disk and finds them in memory.
create function find_products(exact_words tsquery, loose_words tsquery, most integer)
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
  from product p where p.name_vector @@ loose_words
  order by 3 desc, 4 desc, p.product_id limit most;
  get diagnostics found_by_name = row_count;

  return query
  select d.product_id, 0, (d.search_vector @@ exact_words)::integer,
    ts_rank('{0.05, 0.1, 0.3, 1}', d.search_vector,
      case when d.search_vector @@ exact_words then exact_words else loose_words end)
  from (
    select p.product_id, p.search_vector from product p
    where p.search_vector @@ loose_words and not p.name_vector @@ loose_words
    order by p.product_id limit most - found_by_name) d;
end $$;
