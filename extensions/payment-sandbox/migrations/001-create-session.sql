-- stoa-allow LINT_NO_SEED: payments belong to orders.
create table session (
  session_id text primary key,
  payment_intent text not null unique,
  amount integer not null check (amount > 0),
  currency text not null,
  description text not null,
  success_url text not null,
  cancel_url text not null,
  client_reference_id text,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index session_to_expire on session (expires_at) where status = 'open';

create table refund (
  refund_id text primary key,
  payment_intent text not null references session (payment_intent),
  amount integer not null check (amount > 0),
  metadata_key text,
  created_at timestamptz(3) not null default now()
);
create index refund_by_intent on refund (payment_intent, created_at desc);

-- The answers to requests with an Idempotency-Key.
create table answered_key (
  key text primary key,
  digest text not null,
  status integer,
  answer jsonb,
  created_at timestamptz(3) not null default now()
);

create table webhook (
  event_id text primary key,
  body text not null,
  delivered boolean not null default false,
  created_at timestamptz(3) not null default now()
);
