-- stoa: expand
-- Closed carts are forgotten long before the open ones.
create index cart_closed on cart (changed_at) where order_id is not null;
