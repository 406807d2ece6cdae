-- stoa: expand
-- Products whose label was deleted. The job `pushFacets` says once that they have none, and deletes the rows that it read.
create table gone_label (
  gone_label_id bigint generated always as identity primary key,
  product_id text not null
);

create function note_gone_labels() returns trigger language plpgsql set search_path from current as $$
begin
  insert into gone_label (product_id) select product_id from gone;
  return null;
end $$;
create trigger note_gone_labels after delete on supplement
  referencing old table as gone for each statement execute function note_gone_labels();
