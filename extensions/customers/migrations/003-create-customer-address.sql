-- stoa-allow LINT_NO_SEED: customers write their addresses themselves.
create table customer_address (
  address_id bigint generated always as identity primary key,
  customer_id bigint not null references customer on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  street text not null check (char_length(street) between 1 and 200),
  postcode text not null check (char_length(postcode) between 1 and 20),
  city text not null check (char_length(city) between 1 and 100),
  country text not null check (country ~ '^[A-Z]{2}$')
);
create index customer_address_by_customer on customer_address (customer_id);
