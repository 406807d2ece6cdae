-- stoa: expand
-- The name of a product in addresses. A new product gets one from its name, and keeps it when the name changes. A slug has
-- a letter, since digits alone are an id. A product whose name has no such letter has its id in addresses.
create function slug_of(name text) returns text language sql immutable strict parallel safe
set search_path from current
as $$
  select case when slug ~ '[a-z]' then slug end
  from (select trim(both '-' from regexp_replace(translate(folded(name), 'μ×', 'ux'), '[^a-z0-9]+', '-', 'g')) as slug) s
$$;

alter table product add column slug text unique
  check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug ~ '[a-z]');

-- Earlier slugs, so that old addresses lead to the present one.
create table retired_slug (
  slug text primary key,
  product_id bigint not null references product on delete cascade
);
create index retired_slug_by_product on retired_slug (product_id);

-- A slug that another product has or had gets the id at its end.
create function give_slug() returns trigger language plpgsql set search_path from current as $$
begin
  new.slug := slug_of(new.name);
  if exists (select from product p where p.slug = new.slug and p.product_id <> new.product_id)
    or exists (select from retired_slug r where r.slug = new.slug and r.product_id <> new.product_id) then
    new.slug := new.slug || '-' || new.product_id;
  end if;
  return new;
end $$;
create function retire_slug() returns trigger language plpgsql set search_path from current as $$
begin
  insert into retired_slug (slug, product_id) values (old.slug, new.product_id)
  on conflict (slug) do update set product_id = excluded.product_id;
  return null;
end $$;
create trigger give_slug before insert or update on product for each row
  when (new.slug is null) execute function give_slug();
create trigger retire_slug after update on product for each row
  when (old.slug <> new.slug) execute function retire_slug();

update product set slug = null;

-- The product at an address: its id, its slug, or a slug that it had and no other product has.
create function product_at(address text) returns bigint language sql stable
set search_path from current
as $$
  select case when address ~ '^[0-9]+$' then address::bigint else coalesce(
    (select p.product_id from product p where p.slug = address),
    (select r.product_id from retired_slug r where r.slug = address)) end
$$;

drop function products_in(text);

-- As in 010.
create function products_in(in_locale text)
returns table (
  product_id bigint, name text, description text, price_cents integer, sku text, image text, tax_class text,
  category_id bigint, slug text, locale text)
language sql stable
as $$
  select p.product_id, coalesce(t.name, p.name), case when t.locale is null then p.description else t.description end,
    p.price_cents, p.sku, p.image, p.tax_class, p.category_id, p.slug, t.locale
  from product p left join product_translation t on t.product_id = p.product_id and t.locale = in_locale
$$;
