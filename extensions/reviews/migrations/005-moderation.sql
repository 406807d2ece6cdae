-- stoa: expand
-- `source` is that of a customer or an address. `visitor` is a digest of the browser's id, where there is one.
-- `bought` was found out when the review was stored.
alter table review
  add column state text not null default 'PUBLISHED' check (state in ('WAITING', 'PUBLISHED', 'HIDDEN')),
  add column visitor text,
  add column bought boolean not null default false,
  add column answer text check (char_length(answer) between 1 and 5000),
  add column answered_at timestamptz(3),
  add column helpful integer not null default 0 check (helpful >= 0);
create index review_unseen on review (state, created_at, review_id) where state <> 'PUBLISHED';
create index review_by_visitor on review (visitor) where visitor is not null;
create index review_by_helpful on review (product_id, helpful, created_at, review_id);

-- Who finds a review helpful: a digest of the customer, or of the browser. `review.helpful` is their number.
create table review_vote (
  review_id bigint not null references review on delete cascade,
  voter text not null,
  primary key (review_id, voter)
);
create index review_vote_by_voter on review_vote (voter);
