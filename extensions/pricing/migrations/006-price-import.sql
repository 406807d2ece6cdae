-- CSV files of list prices that the desk has read. What one would change is looked at before it is done.
-- stoa-allow LINT_NO_SEED: merchants upload files.
create table price_import (
  import_id bigint generated always as identity primary key,
  csv bytea not null,
  -- What it would change or, once it is applied, has changed.
  result jsonb not null,
  made_at timestamptz not null default now()
);
