-- Who may use the desk. customer_id is that of the extension that signs people in; name and email are those of the
-- day on which the person joined.
-- stoa-allow LINT_NO_SEED: the first owner joins by a link of the log.
create table member (
  customer_id text primary key check (char_length(customer_id) between 1 and 200),
  role text not null check (char_length(role) between 1 and 50),
  name text check (char_length(name) <= 200),
  email text check (char_length(email) <= 254),
  joined_at timestamptz not null default now()
);

-- Links by which a person joins. Each is good once. The database has a digest of its key alone. inviter is null for the
-- first owner's.
create table invitation (
  key_digest text primary key,
  role text not null check (char_length(role) between 1 and 50),
  inviter text,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day'
);
