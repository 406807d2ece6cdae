-- Codes of the vouchers that the order's prices count on, and of those that could not be used.
alter table orders
  add column vouchers jsonb not null default '[]',
  add column refused_vouchers jsonb not null default '[]';
