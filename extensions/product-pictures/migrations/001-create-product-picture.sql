-- product_id is the catalog's, and opaque here. `file` is the id of the widest file: one product has it once.
-- stoa-allow LINT_NO_SEED: the pictures of the demonstration are the catalog's own.
create table product_picture (
  picture_id bigint generated always as identity primary key,
  product_id text not null check (product_id <> ''),
  place integer not null check (place > 0),
  file text not null,
  picture jsonb not null check (jsonb_typeof(picture) = 'object'),
  alt text not null default '',
  unique (product_id, file)
);
create index product_picture_by_file on product_picture (file);
