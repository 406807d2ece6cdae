-- stoa: expand
-- A cart that one of the staff fills for an order by hand: `staff` is the account, and the same `draft_key` is one cart.
alter table cart
  add column staff text,
  add column draft_key text,
  drop constraint cart_check,
  add constraint cart_owner check (num_nonnulls(visitor, customer, staff) = 1 and (staff is null) = (draft_key is null));
create unique index cart_of_staff on cart (staff, draft_key) where staff is not null;
