create table voucher (
  code text primary key check (code = upper(code) and code <> ''),
  kind text not null check (kind in ('VOUCHER_PERCENT', 'VOUCHER_AMOUNT', 'FREE_DELIVERY')),
  -- Basis points of a percent; else the smallest unit of the shop's currency.
  amount integer not null default 0 check (amount >= 0 and (kind <> 'VOUCHER_PERCENT' or amount <= 10000)),
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  -- Each buyer has it once.
  once_each boolean not null default false,
  most_uses integer check (most_uses > 0),
  uses integer not null default 0 check (uses >= 0 and uses <= coalesce(most_uses, uses)),
  check (valid_until > valid_from)
);

create table cart_voucher (
  cart_id text not null,
  code text not null references voucher on delete cascade,
  added_at timestamptz not null default clock_timestamp(),
  primary key (cart_id, code)
);
create index cart_voucher_code on cart_voucher (code);
create index cart_voucher_added on cart_voucher (added_at);

-- One answer for each order, refusals included. A release before the hold is a row, too.
create table voucher_hold (
  order_id text primary key,
  state text not null check (state in ('HELD', 'REFUSED', 'RELEASED')),
  missing text[] not null default '{}'
);

create table voucher_use (
  order_id text not null references voucher_hold on delete cascade,
  code text not null references voucher on delete cascade,
  -- A digest of who has a voucher once; null for other vouchers.
  buyer_digest text,
  primary key (order_id, code),
  unique (code, buyer_digest)
);
