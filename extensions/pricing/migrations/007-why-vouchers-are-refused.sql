-- stoa: expand
-- One for each of `missing`, in order. Empty in the row of an older version.
alter table voucher_hold add column problems text[] not null default '{}';
