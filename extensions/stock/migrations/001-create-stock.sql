-- A SKU without a level is not counted. `reserved` is the sum of the counted lines of holds in the state HELD.
create table level (
  sku text primary key check (char_length(sku) between 1 and 100),
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  constraint reserved_is_on_hand check (reserved <= on_hand)
);

-- One row for each order, also for a refusal (OUT) and for a release that came before its hold (RELEASED, no lines).
create table hold (
  order_id text primary key check (char_length(order_id) between 1 and 100),
  state text not null check (state in ('HELD', 'OUT', 'RELEASED', 'COMMITTED')),
  missing text[] not null default '{}',
  expires_at timestamptz
);
create index hold_by_expiry on hold (expires_at) where state = 'HELD';

-- `counted`: the line has changed the level of its SKU. A line of a SKU that was not counted then has not.
create table hold_line (
  order_id text not null references hold,
  sku text not null,
  quantity integer not null check (quantity > 0),
  counted boolean not null,
  returned integer not null default 0 check (returned between 0 and quantity),
  primary key (order_id, sku)
);

create table return_note (
  order_id text not null,
  key text not null check (char_length(key) between 1 and 100),
  accepted boolean not null,
  primary key (order_id, key)
);
