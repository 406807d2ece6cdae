-- stoa: expand
-- Whether others know of the review by an event. Those from before, and of older code, wait for the job `publishEarlier`.
alter table review add column published boolean not null default false;
create index review_unpublished on review (review_id) where not published;
