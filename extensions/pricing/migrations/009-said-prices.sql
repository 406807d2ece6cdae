-- stoa: expand
-- What SKUs cost as the catalog has heard it last, and when. The job `pushPrices` compares it with the lists.
-- stoa-allow LINT_NO_SEED: the job fills it.
create table said_price (
  sku text primary key,
  amount integer not null,
  said_at timestamptz not null default now()
);
