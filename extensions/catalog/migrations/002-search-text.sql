-- What a search looks through, folded to one case once and not for every search. An index could only help with words'
-- beginnings: substrings need pg_trgm, which an extension's role may not install.
alter table product
  add column search_text text not null generated always as (lower(name || ' ' || coalesce(description, ''))) stored;
