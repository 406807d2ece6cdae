-- What a person has saved of the desk's lists: a name for the query string of a page. customer_id is that of the
-- extension that signs people in; list is the name of the page.
-- stoa-allow LINT_NO_SEED: each person saves their own.
create table saved_view (
  view_id bigint generated always as identity primary key,
  customer_id text not null check (char_length(customer_id) between 1 and 200),
  list text not null check (char_length(list) between 1 and 100),
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 1000),
  unique (customer_id, list, name)
);
