-- stoa: expand
-- The table gone_label is the queue of all products whose label has changed or is gone; older code needs its name. A
-- row comes with the commit of its change. A time within a transaction may be older than a push that did not see it.
create function note_labels() returns trigger language plpgsql set search_path from current as $$
begin
  insert into gone_label (product_id) select distinct product_id from changed;
  return null;
end $$;
create trigger note_labels_inserted after insert on supplement
  referencing new table as changed for each statement execute function note_labels();
create trigger note_labels_updated after update on supplement
  referencing new table as changed for each statement execute function note_labels();
create trigger note_labels_inserted after insert on supplement_translation
  referencing new table as changed for each statement execute function note_labels();
create trigger note_labels_updated after update on supplement_translation
  referencing new table as changed for each statement execute function note_labels();
create trigger note_labels_deleted after delete on supplement_translation
  referencing old table as changed for each statement execute function note_labels();

-- All labels wrote this one row, and waited for each other. Older code tells a change within half an hour without it.
drop trigger note_change on supplement;
drop trigger note_translation_change on supplement_translation;
drop function note_change();

-- Up to which product a pass over all labels has come; null where none is under way.
alter table facet_push add column pushed_to text;
