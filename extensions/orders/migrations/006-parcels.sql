-- An order is sent in one parcel or in several. One that was sent before has none here: `sent_at` says that it went whole.
-- stoa-allow LINT_NO_SEED: merchants send orders.
create table parcel (
  order_id uuid not null references orders on delete cascade,
  -- From 1 on, in each order.
  number integer not null check (number > 0),
  tracking text,
  -- The same key is one parcel.
  form_key text,
  sent_at timestamptz(3) not null default now(),
  primary key (order_id, number),
  unique (order_id, form_key)
);

create table parcel_line (
  order_id uuid not null,
  number integer not null,
  sku text not null,
  quantity integer not null check (quantity > 0),
  primary key (order_id, number, sku),
  foreign key (order_id, number) references parcel on delete cascade
);

alter table orders
  -- A parcel is on its way, and something is left. `sent_at` is that of the last parcel, once nothing is.
  add column partly_sent boolean not null default false,
  -- What was left when the shop cancelled it, and whether its stock was given back.
  add column rest text check (rest in ('CANCELLED', 'RETURNED'));
create index orders_partly_sent on orders (placed_at desc) where partly_sent;
create index orders_rest on orders (tried_at) where rest = 'CANCELLED';
