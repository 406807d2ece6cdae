-- A cart belongs to a visitor or a customer. order_id is of the order that came of it; a closed cart stays for a while,
-- so that the same order may close it again.
-- stoa-allow LINT_NO_SEED: a cart is of one browser, and no browser has a made-up one
create table cart (
  cart_id uuid primary key default gen_random_uuid(),
  visitor text,
  customer text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  delivery_method text check (char_length(delivery_method) between 1 and 100),
  payment_method text check (char_length(payment_method) between 1 and 100),
  order_id text,
  changed_at timestamptz not null default now(),
  check (num_nonnulls(visitor, customer) = 1)
);
create unique index cart_of_visitor on cart (visitor) where order_id is null;
create unique index cart_of_customer on cart (customer) where order_id is null;
create index cart_by_change on cart (changed_at);

-- added_money is what one piece cost then. form_digest is of the form that has added to the line last.
create table cart_line (
  cart_id uuid not null references cart on delete cascade,
  sku text not null check (char_length(sku) between 1 and 100),
  quantity integer not null check (quantity between 1 and 99),
  added_money integer not null,
  position bigint generated always as identity,
  form_digest text,
  added_at timestamptz not null default now(),
  primary key (cart_id, sku)
);
