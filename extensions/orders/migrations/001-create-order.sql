-- Amounts are in the smallest unit of the shop's currency. Prices, VAT and labels are those of the moment of the order.
-- stoa-allow LINT_NO_SEED: buyers make orders.
create table orders (
  order_id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 100001) unique,
  state text not null default 'PLACING' check (state in ('PLACING', 'REJECTED', 'PENDING', 'CONFIRMED', 'CLOSING',
    'CANCELLED', 'PAYING', 'PAID', 'REFUNDING', 'REFUNDED')),
  -- The same form with the same content is one order.
  form_digest text not null,
  request_digest text not null,
  customer_id text,
  visitor text,
  locale text not null,
  email text not null,
  name text not null,
  address jsonb not null,
  cart_id text not null,
  cart_closed boolean not null default false,
  delivery_method text not null,
  delivery_label text not null,
  payment_method text not null,
  payment_label text not null,
  goods integer not null,
  reduction integer not null,
  delivery integer not null,
  fees integer not null,
  total integer not null check (total >= 0),
  refunded integer not null default 0,
  -- What is paid back of an order that is over: fixed before payments are asked.
  refunding integer,
  taxes jsonb not null,
  missing jsonb not null default '[]',
  -- Of the page of the order, in the buyer's locale.
  path text not null,
  origin text not null,
  pay_address text,
  -- The payment was asked for, and the buyer is waited for.
  opened boolean not null default false,
  -- The buyer wants to cancel, or has withdrawn before the parcel was sent.
  unwanted boolean not null default false,
  -- The stock of an order that is over was given back.
  released boolean not null default false,
  invoice_number text unique,
  placed_at timestamptz(3) not null default now(),
  pay_until timestamptz(3) not null default now() + interval '30 minutes',
  changed_at timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  withdrawn_at timestamptz(3),
  unique (form_digest, request_digest)
);

-- A cart is ordered once. After a rejected order, the buyer orders what is left.
create unique index orders_by_cart on orders (cart_id) where state <> 'REJECTED';
create index orders_by_customer on orders (customer_id, placed_at);
-- For the sweep.
create index orders_under_way on orders (tried_at) where state in ('PLACING', 'PENDING', 'CLOSING', 'PAYING', 'REFUNDING')
  or (state = 'CANCELLED' and not released) or (state in ('PAID', 'CONFIRMED') and unwanted);

create table order_line (
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  sku text not null,
  product_id text,
  name text not null,
  label text,
  quantity integer not null check (quantity > 0),
  unit integer not null,
  gross integer not null,
  reduction integer not null,
  rate integer,
  primary key (order_id, position)
);

-- The keys of signed links, as digests.
create table order_link (
  key_digest text primary key,
  order_id uuid not null references orders on delete cascade
);

-- Of each year, the last number of an invoice. The row is locked until the order is confirmed, so there are no gaps.
create table invoice_counter (
  year integer primary key,
  last integer not null
);
