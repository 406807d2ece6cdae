-- stoa: expand
-- A postcode is empty where the country has none. The other columns are null where nothing was typed.
alter table customer_address
  drop constraint customer_address_postcode_check,
  add constraint customer_address_postcode_check check (char_length(postcode) <= 20),
  add column addition text check (char_length(addition) between 1 and 100),
  add column region text check (char_length(region) between 1 and 100),
  add column phone text check (char_length(phone) between 1 and 30);
