-- stoa: expand
-- What the shop has sent with it, by name: fields such as `metadata[shop]`.
alter table session add column metadata jsonb not null default '{}';
