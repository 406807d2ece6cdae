-- stoa: expand
-- A draft is published at a time, and a product is hidden at a time: no job has to run then.
alter table product
  add column publish_at timestamptz(0),
  add column hide_at timestamptz(0),
  add constraint product_hidden_later check (hide_at > publish_at);
-- Shoppers see a product between the two; a draft without a time has no beginning.
alter table product
  add column shown_from timestamptz generated always as
    (case when published then '-infinity'::timestamptz else publish_at end) stored,
  add column shown_until timestamptz not null generated always as
    (coalesce(hide_at, 'infinity'::timestamptz)) stored;
create index product_shown on product (product_id) include (shown_from, shown_until) where shown_from is not null;
drop index product_published;

-- Who says whether a product is published says it from now on: a time of before, or of then, counts no more.
create function forget_publish_time() returns trigger language plpgsql as $$
begin
  if new.published <> old.published or old.publish_at <= now() then
    new.publish_at := null;
  end if;
  return new;
end $$;
create trigger forget_publish_time before update of published on product
  for each row execute function forget_publish_time();

-- A time as people type it is in the time zone of the shop; programs may write another one.
create function shop_time(at text, zone text) returns timestamptz language sql stable as $$
  select case when at ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then at::timestamptz else at::timestamp at time zone zone end
$$;

-- As an input of the type datetime-local has it.
create function local_time(at timestamptz, zone text) returns text language sql stable as $$
  select to_char(at at time zone zone, 'YYYY-MM-DD"T"HH24:MI')
$$;

drop function products_in(text);

-- As in 015.
create function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text,
  category_id bigint, slug text, published boolean, image_alt text, locale text, shown_from timestamptz,
  shown_until timestamptz)
language sql stable
as $$
  select p.product_id, coalesce(t.name, p.name), case when t.locale is null then p.description else t.description end,
    p.price_cents, p.sku, p.image, p.tax_class, p.category_id, p.slug, p.published, p.image_alt, t.locale, p.shown_from,
    p.shown_until
  from product p left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
$$;
