-- stoa: expand
-- What variants have cost before: `price_cents` counted until `sold_until`, from the end of the row before on.
-- stoa-allow LINT_NO_SEED: triggers fill it.
create table past_base_price (
  sku text not null references product_variant on update cascade on delete cascade,
  sold_until timestamptz not null,
  price_cents integer not null,
  primary key (sku, sold_until)
);

-- Only a price that shoppers have seen. Of two changes at the same time, the first one ends what was seen.
create function keep_base_price(of_sku text, price integer, shown_from timestamptz, shown_until timestamptz)
returns void language plpgsql set search_path from current as $$
begin
  if shown_from <= now() then
    insert into past_base_price (sku, sold_until, price_cents) values (of_sku, least(now(), shown_until), price)
    on conflict do nothing;
    delete from past_base_price where sku = of_sku and sold_until < now() - interval '400 days';
  end if;
end $$;

-- A product that becomes a draft again ends the prices of all its variants: others may be set before it is shown again.
create function keep_product_price() returns trigger language plpgsql set search_path from current as $$
begin
  perform keep_base_price(v.sku, coalesce(v.price_cents, old.price_cents), old.shown_from, old.shown_until)
  from product_variant v where v.product_id = old.product_id and (v.place = 1 or new.shown_from is null);
  return null;
end $$;
create trigger keep_product_price after update on product for each row
  when (old.price_cents <> new.price_cents or (old.shown_from is not null and new.shown_from is null))
  execute function keep_product_price();

create function keep_variant_price() returns trigger language plpgsql set search_path from current as $$
begin
  perform keep_base_price(new.sku, old.price_cents, p.shown_from, p.shown_until)
  from product p where p.product_id = old.product_id;
  return null;
end $$;
create trigger keep_variant_price after update of price_cents on product_variant for each row
  when (old.price_cents <> new.price_cents) execute function keep_variant_price();
