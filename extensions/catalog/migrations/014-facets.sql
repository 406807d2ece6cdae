-- stoa: expand
-- What products are filtered by, such as their form. Other extensions own the words and say them again and again: a
-- facet that was not said for two hours has lost its owner, and is not shown.
create table facet (
  facet text primary key check (facet ~ '^[A-Za-z][A-Za-z0-9]*$'),
  -- By locale, as gateway.yaml writes it.
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  said_at timestamptz not null default now()
);
create table facet_value (
  value_id integer generated always as identity primary key,
  facet text not null references facet on delete cascade,
  code text not null check (code ~ '^[^:,[:space:]]+$'),
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  unique (facet, code)
);
create table product_facet (
  product_id bigint references product on delete cascade,
  value_id integer references facet_value on delete cascade,
  primary key (product_id, value_id)
);
create index product_facet_by_value on product_facet (value_id, product_id);

-- Chosen values, written facet:code. Those that do not exist are left out.
create function chosen_values(chosen text[])
returns table (value_id integer, facet text)
language sql stable rows 10
as $$
  select v.value_id, v.facet
  from (select distinct split_part(c, ':', 1) as facet, split_part(c, ':', 2) as code from unnest(chosen) c) c
  join facet_value v using (facet, code) join facet f using (facet)
  where f.said_at > now() - interval '2 hours'
$$;

-- Products that have one of the chosen values in each facet of which one is chosen.
create function products_with(chosen text[])
returns table (product_id bigint)
language sql stable
as $$
  select p.product_id from chosen_values(chosen) c join product_facet p using (value_id)
  group by p.product_id
  having count(distinct c.facet) = (select count(distinct c.facet) from chosen_values(chosen) c)
$$;
