-- What each voucher has taken off, with its label in the buyer's language. Orders before have none.
alter table orders add column reductions jsonb not null default '[]';
