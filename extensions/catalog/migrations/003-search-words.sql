-- stoa: expand
-- Search by full text. Words are stored without accents, and not stemmed: a search brings the language of the shop, so
-- that one shop in German and one in English need no different tables. `product_word` is what a search compares its
-- words with, for their stems, their beginnings and typing mistakes.

-- Small letters without accents (NFKD and no combining marks), and without the signs with which PostgreSQL's parser
-- would make a number, an address or a compound: "Omega-3" becomes "omega 3".
create function folded(text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(
      regexp_replace(normalize(lower($1), nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđı-_/.,:@+%&''’', 'oldi            ')
$$;

-- "b12" is found as "b 12", too.
create function search_words(text) returns tsvector language sql immutable strict parallel safe
set search_path from current as $$
  select to_tsvector('pg_catalog.simple', folded.text || ' ' || split.text)
  from (select folded($1) as text) folded,
    lateral (select regexp_replace(folded.text, '(?<=[[:alpha:]])(?=[0-9])|(?<=[0-9])(?=[[:alpha:]])', ' ', 'g') as text) split
$$;

-- A name counts more than a description.
alter table product add column search_vector tsvector not null generated always as (
  setweight(search_words(name), 'A') || setweight(search_words(coalesce(description, '')), 'D')) stored;
create index product_by_word on product using gin (search_vector);

-- Every word of every product, in the order of bytes, so that an index finds beginnings. A word stays when its last
-- product goes: a search for it finds nothing then.
create table product_word (word text collate "C" primary key);

create function note_words() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_word
  select distinct word from changed, unnest(tsvector_to_array(search_vector)) word order by word
  on conflict do nothing;
  return null;
end $$;
create trigger note_words_inserted after insert on product
  referencing new table as changed for each statement execute function note_words();
create trigger note_words_updated after update on product
  referencing new table as changed for each statement execute function note_words();

insert into product_word
select distinct word from product, unnest(tsvector_to_array(search_vector)) word;
