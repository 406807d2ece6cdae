-- stoa: expand
-- Since when shoppers see a product, and since when it has a variant. Of those from before, neither is known.
alter table product add column first_shown timestamptz default '-infinity';
alter table product alter column first_shown set default null;
alter table product_variant add column added_at timestamptz not null default '-infinity';
alter table product_variant alter column added_at set default now();

-- A draft that its time has published keeps this time. Until another change, `publish_at` has it.
create function note_first_shown() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.publish_at <= now() then
    new.first_shown := old.publish_at;
  elsif new.published then
    new.first_shown := now();
  end if;
  return new;
end $$;
create trigger note_first_shown before insert or update of published, publish_at on product for each row
  when (new.first_shown is null) execute function note_first_shown();
