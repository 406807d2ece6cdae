-- stoa: expand
-- Words for the form in which products come, such as "tablets", in small letters and without accents. A search leaves
-- them out when no product has all of its words: who wants magnesium takes capsules, too.
create table form_word (word text primary key check (word = folded(word)));

-- A search for a SKU takes upper and lower case for one.
create index product_variant_by_upper_sku on product_variant (upper(sku));
