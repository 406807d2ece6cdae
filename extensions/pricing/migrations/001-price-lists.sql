-- Of the lists that hold now, the last by priority and beginning counts for a variant.
create table price_list (
  price_list_id bigint generated always as identity primary key,
  name text not null unique,
  priority integer not null default 0,
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  check (valid_until > valid_from)
);

-- Amounts are in the smallest unit of the shop's currency, with VAT.
create table list_price (
  sku text not null,
  price_list_id bigint not null references price_list on delete cascade,
  amount integer not null check (amount >= 0),
  primary key (sku, price_list_id)
);
create index list_price_list on list_price (price_list_id);
