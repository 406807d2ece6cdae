-- Words as a search compares them: without accents, and not stemmed. A search brings the language of the shop, so that
-- one shop in German and one in English need no different tables.

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

-- Arabic writes its article, and "and", "with" or "as" before it, as one with the word.
create function without_article(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace($1, '\m[وفبك]?ال(?=[[:alpha:]]{3})', '', 'g')
$$;

-- The name of a product in addresses. A new product gets one from its name, and keeps it when the name changes. A slug has
-- a letter, since digits alone are an id. A product whose name has no such letter has its id in addresses.
create function slug_of(name text) returns text language sql immutable strict parallel safe
set search_path from current
as $$
  select case when slug ~ '[a-z]' then slug end
  from (select trim(both '-' from regexp_replace(translate(folded(name), 'μ×', 'ux'), '[^a-z0-9]+', '-', 'g')) as slug) s
$$;
