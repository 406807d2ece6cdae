-- stoa: expand
-- How it is taken, as the facet "form" of the catalog has it.
alter table supplement add column form text
  check (form in ('tablets', 'capsules', 'lozenges', 'gummies', 'powder', 'liquid', 'tea', 'bars'));

-- When the catalog's facets were last told, and when a label has changed. The job `pushFacets` compares both.
create table facet_push (
  singleton boolean primary key default true check (singleton),
  changed_at timestamptz not null default now(),
  pushed_at timestamptz
);
insert into facet_push default values;

create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  update facet_push set changed_at = clock_timestamp();
  return null;
end $$;
create trigger note_change after insert or update or delete on supplement
  for each statement execute function note_change();
create trigger note_translation_change after insert or update or delete on supplement_translation
  for each statement execute function note_change();
