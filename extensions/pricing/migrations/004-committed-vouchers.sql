-- stoa: expand
-- The vouchers of an order that is paid are COMMITTED: no late release gives them back.
alter table voucher_hold drop constraint voucher_hold_state_check,
  add constraint voucher_hold_state_check check (state in ('HELD', 'REFUSED', 'RELEASED', 'COMMITTED'));
