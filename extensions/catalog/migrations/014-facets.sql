-- stoa: expand
-- What products are filtered by, such as their form. Other extensions own the words and say them again and again: a
-- facet that was not said for two hours has lost its owner, and is not shown.
create table facet (
  facet text primary key check (facet ~ '^[A-Za-z][A-Za-z0-9]*$'),
  -- By locale, as gateway.yaml writes it.
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  said_at timestamptz not null default now(),
  number smallint not null unique
);
create table facet_value (
  -- The number of its facet times 65,536, plus its own from 1 on. So the values of a facet lie together.
  value_id integer primary key,
  facet text not null references facet on delete cascade,
  code text not null check (code ~ '^[^:,[:space:]]+$'),
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  unique (facet, code)
);

-- In order. A list reads each of its products once, so that the values are with them: filters and counts need no join.
alter table product add column value_ids integer[] not null default '{}';
