-- stoa-allow LINT_NO_SEED: payments belong to orders.
-- order_id is another extension's. A payment that is closed before it is opened has no method.
create table payment (
  order_id text primary key check (order_id <> ''),
  method text not null,
  state text not null check (state in ('NEW', 'OPEN', 'CLOSED', 'CAPTURED', 'LATER')),
  amount integer not null check (amount >= 0),
  captured integer not null default 0 check (captured >= 0),
  refunded integer not null default 0 check (refunded between 0 and captured),
  description text not null,
  return_url text not null,
  country text not null,
  reference text,
  address text,
  -- Whether the provider takes no more money: a payment may be closed while its start is under way.
  stopped boolean not null default false,
  created_at timestamptz(3) not null default now(),
  -- When the provider was last asked.
  checked_at timestamptz(3) not null default now()
);
create index payment_to_check on payment (checked_at)
  where state in ('NEW', 'OPEN') or (state = 'CLOSED' and not stopped and reference is not null);

create table refund (
  refund_id uuid primary key default gen_random_uuid(),
  order_id text not null references payment,
  key text not null check (key <> ''),
  amount integer not null,
  state text not null check (state in ('PENDING', 'DONE', 'REFUSED')),
  reason text,
  reference text,
  checked_at timestamptz(3) not null default now(),
  unique (order_id, key)
);
create index refund_to_check on refund (checked_at) where state = 'PENDING';

-- What methods have told: each event counts once.
create table seen_event (
  method text not null,
  event text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (method, event)
);
create index seen_event_by_time on seen_event (seen_at);
