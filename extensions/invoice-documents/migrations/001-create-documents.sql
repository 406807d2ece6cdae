-- order_id is that of orders, and opaque here. Amounts are in the smallest unit of the shop's currency.
-- `seller` is who sold at that time: a document stays what it was when the shop moves.
-- stoa-allow LINT_NO_SEED: orders make documents.
create table invoice (
  order_id text primary key,
  number text not null unique,
  seller jsonb not null,
  issued_at timestamptz(3) not null
);

create table credit_note (
  order_id text not null,
  -- All that was credited of the order by then: one refund is one credit note.
  refunded integer not null check (refunded > 0),
  -- Null within its transaction alone.
  number text unique,
  amount integer not null check (amount > 0),
  taxes jsonb not null,
  seller jsonb not null,
  issued_at timestamptz(3) not null,
  primary key (order_id, refunded)
);

-- Of each year, the last number of a credit note. The row is locked until the credit note is there, so there are no gaps.
create table credit_note_counter (
  year integer primary key,
  last integer not null
);
