-- Demonstration data: what is reduced for the season, and vouchers to try.
insert into price_list (name, priority, valid_from, valid_until) values
  ('Autumn', 10, '2026-01-01T00:00:00Z', null)
on conflict (name) do nothing;

insert into list_price (sku, price_list_id, amount)
select sku, price_list_id, amount
from price_list, (values ('VIT-D2000-120', 790), ('VIT-BCPLX-60', 1090)) reduced (sku, amount)
where name = 'Autumn'
on conflict do nothing;

insert into voucher (code, kind, amount, once_each, most_uses) values
  ('WELCOME10', 'VOUCHER_PERCENT', 1000, true, null),
  ('TEA5', 'VOUCHER_AMOUNT', 500, false, 1000),
  ('FREEPOST', 'FREE_DELIVERY', 0, false, null)
on conflict (code) do nothing;
