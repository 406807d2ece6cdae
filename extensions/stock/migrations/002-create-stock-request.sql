-- Who asks for a mail when a SKU can be bought again. One row for an address and a SKU. `key` is in the links of its mails,
-- and can confirm and forget, nothing else. The addresses are those of the product and of the page that
-- forgets, in the language of who asks.
-- stoa-allow LINT_NO_SEED: requests are of people, and nothing has been asked.
create table stock_request (
  request_id bigint generated always as identity primary key,
  sku text not null check (char_length(sku) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  key text not null unique,
  customer text,
  locale text not null,
  product_name text not null,
  address text not null,
  forget_address text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  unique (email, sku)
);
create index stock_request_by_customer on stock_request (customer);
create index stock_request_waiting on stock_request (sku) where confirmed_at is not null and sent_at is null;
