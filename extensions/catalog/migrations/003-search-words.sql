-- stoa: expand
-- Every word of every product, in the order of bytes, so that an index finds beginnings. A search compares its words with
-- them, for stems, beginnings and typing mistakes. A word stays when its last product goes: a search for it finds nothing
-- then. `in_name`: a product is about the word. A mistake is corrected to such a word first.
create table product_word (word text collate "C" primary key, in_name boolean not null default false);

create function note_words() returns trigger language plpgsql set search_path from current as $$
begin
  insert into product_word (word, in_name)
  select lexeme, bool_or(weights && array['A', 'B']) from changed, unnest(search_vector) group by lexeme order by lexeme
  on conflict (word) do update set in_name = true where excluded.in_name and not product_word.in_name;
  return null;
end $$;
create trigger note_words_inserted after insert on product
  referencing new table as changed for each statement execute function note_words();
create trigger note_words_updated after update on product
  referencing new table as changed for each statement execute function note_words();

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

-- Words for the form in which products come, such as "tablets", in small letters and without accents. A search leaves
-- them out when no product has all of its words: who wants magnesium takes capsules, too.
create table form_word (word text primary key check (word = folded(word)));
