-- stoa: expand
-- A visitor's cart whose lines went into a customer's, since its order may still wait. order_id is of that order, once its
-- lines have left the customer's cart.
-- stoa-allow LINT_NO_SEED: a cart is of one browser, and no browser has a made-up one
create table merged_cart (
  cart_id uuid primary key,
  merged_into uuid not null references cart on delete cascade,
  order_id text
);
create index merged_cart_by_target on merged_cart (merged_into);
