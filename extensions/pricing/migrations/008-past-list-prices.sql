-- stoa: expand
-- Since when list and price are as they are. What was before is in past_list_price.
alter table price_list add column since timestamptz not null default '-infinity';
alter table price_list alter column since set default now();
alter table list_price add column since timestamptz not null default '-infinity';
alter table list_price alter column since set default now();

-- What a list has said of a SKU from a time to another, before a change of the list or its price.
-- stoa-allow LINT_NO_SEED: triggers fill it.
create table past_list_price (
  past_list_price_id bigint generated always as identity primary key,
  sku text not null,
  amount integer not null,
  price_list_id bigint not null,
  priority integer not null,
  valid_from timestamptz not null,
  held_from timestamptz not null,
  held_until timestamptz not null,
  check (held_until > held_from)
);
create index past_list_price_sku on past_list_price (sku, held_until);

create view listed_price as
  select sku, amount, price_list_id, priority, valid_from, greatest(valid_from, list.since, price.since) as held_from,
    coalesce(valid_until, 'infinity') as held_until
  from list_price price join price_list list using (price_list_id);

-- Keeps what a list has said until now: of one SKU, or of all.
create function keep_list_prices(of_list bigint, of_sku text) returns void
language plpgsql set search_path from current as $$
begin
  delete from past_list_price past using listed_price
  where past.sku = listed_price.sku and listed_price.price_list_id = of_list
    and (of_sku is null or listed_price.sku = of_sku) and past.held_until < now() - interval '400 days';
  insert into past_list_price (sku, amount, price_list_id, priority, valid_from, held_from, held_until)
  select sku, amount, price_list_id, priority, valid_from, held_from, least(held_until, now()) from listed_price
  where price_list_id = of_list and (of_sku is null or sku = of_sku) and held_from < least(held_until, now());
end $$;

create function keep_list_price() returns trigger language plpgsql set search_path from current as $$
begin
  perform keep_list_prices(old.price_list_id, old.sku);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.since := now();
  return new;
end $$;
create trigger keep_changed_price before update of amount on list_price for each row
  when (old.amount <> new.amount) execute function keep_list_price();
create trigger keep_removed_price before delete on list_price for each row execute function keep_list_price();

create function keep_price_list() returns trigger language plpgsql set search_path from current as $$
begin
  perform keep_list_prices(old.price_list_id, null);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.since := now();
  return new;
end $$;
create trigger keep_changed_list before update of priority, valid_from, valid_until on price_list for each row
  when ((old.priority, old.valid_from, old.valid_until) is distinct from (new.priority, new.valid_from, new.valid_until))
  execute function keep_price_list();
create trigger keep_removed_list before delete on price_list for each row execute function keep_price_list();
