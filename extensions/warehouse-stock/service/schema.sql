-- The tables of the warehouse, in SQLite. A SKU without a level is not counted.
create table if not exists level (
  sku text primary key,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved between 0 and on_hand)
) strict;

-- One row for each order, also for a refusal (OUT) and for a release that came before its hold (RELEASED, no lines).
create table if not exists hold (
  order_id text primary key,
  state text not null check (state in ('HELD', 'OUT', 'RELEASED', 'COMMITTED')),
  missing text not null default '[]',
  expires_at integer
) strict;
create index if not exists hold_by_expiry on hold (expires_at) where state = 'HELD';

-- `counted`: the line has changed the level of its SKU. A line of a SKU that was not counted then has not.
create table if not exists hold_line (
  order_id text not null references hold,
  sku text not null,
  quantity integer not null check (quantity > 0),
  counted integer not null,
  returned integer not null default 0 check (returned between 0 and quantity),
  primary key (order_id, sku)
) strict;

create table if not exists return_note (
  order_id text not null references hold,
  key text not null,
  accepted integer not null,
  primary key (order_id, key)
) strict;
