-- stoa: expand
-- What was taken off an order that is paid later: no money moves. `orders.refunded` has the sum.
-- stoa-allow LINT_NO_SEED: merchants credit orders.
create table order_credit (
  order_id uuid not null references orders on delete cascade,
  -- The same key is one credit.
  key text not null check (key <> ''),
  amount integer not null check (amount > 0),
  primary key (order_id, key)
);
