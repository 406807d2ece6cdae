-- The secret that a customer shares with an app. Without confirmed_at, it is being set up, and the sign-in asks for nothing.
-- last_step is the time step of the newest code that was used, so that each is good once. wrong_at has the wrong codes of
-- the last minutes.
-- stoa-allow LINT_NO_SEED: customers set it up themselves.
create table second_factor (
  customer_id text primary key check (char_length(customer_id) between 1 and 200),
  secret text not null,
  begun_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  wrong_at timestamptz[] not null default '{}',
  codes_made_at timestamptz
);

-- stoa-allow LINT_NO_SEED: as above. The codes themselves are stored nowhere.
create table recovery_code (
  customer_id text not null references second_factor on delete cascade,
  code_digest text not null,
  primary key (customer_id, code_digest)
);
