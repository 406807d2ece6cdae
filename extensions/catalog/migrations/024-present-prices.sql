-- stoa: expand
-- What SKUs cost now, where another extension decides that: products are sorted by it. The extension says it again and
-- again, also of SKUs that are not sold yet. What was not said for two hours has lost its owner: the base price counts.
-- stoa-allow LINT_NO_SEED: the extension that decides prices says them.
create table present_price (
  sku text primary key,
  price_cents integer not null,
  said_at timestamptz not null default now()
);
