-- stoa: expand
-- What the reviews of a product come to. Events say what to add: whose reviews they are, the catalog does not know.
create table product_rating (
  product_id bigint primary key references product on delete cascade,
  rating_count integer not null,
  rating_sum integer not null
);

-- Events that are counted. Each may come more than once.
create table counted_event (
  key text primary key,
  counted_at timestamptz not null default now()
);
