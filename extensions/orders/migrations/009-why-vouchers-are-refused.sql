-- stoa: expand
-- One for each of refused_vouchers, in order. Empty in an order of before.
alter table orders add column voucher_problems jsonb not null default '[]';
