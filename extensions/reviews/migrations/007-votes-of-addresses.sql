-- stoa: expand
-- A digest of a guest's address, which the job `forgetAddresses` clears after a day. Cookies do not bound the votes of guests.
alter table review_vote add column address text, add column voted_at timestamptz(3) not null default now();
create index review_vote_by_address on review_vote (review_id, address) where address is not null;
