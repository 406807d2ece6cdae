-- stoa: expand
-- `source` of a guest is a digest of the address. It is needed for minutes: the job `forgetAddresses` clears it. What was
-- written before keeps it, since the table did not say who is a guest.
alter table review add column guest boolean not null default false;
create index review_of_addresses on review (created_at) where guest and source is not null;
