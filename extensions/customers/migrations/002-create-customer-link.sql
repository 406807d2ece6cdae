-- Links that mails have. Each is good once. The database has a digest of its key alone. email is the one that a link
-- confirms.
-- stoa-allow LINT_NO_SEED: links are of mails, and nothing has been mailed.
create table customer_link (
  key_digest text primary key,
  purpose text not null check (purpose in ('reset-password', 'change-email')),
  customer_id bigint not null references customer on delete cascade,
  email text check (char_length(email) between 3 and 254),
  expires_at timestamptz not null,
  check ((email is not null) = (purpose = 'change-email'))
);
create index customer_link_by_customer on customer_link (customer_id);
create index customer_link_by_expiry on customer_link (expires_at);
