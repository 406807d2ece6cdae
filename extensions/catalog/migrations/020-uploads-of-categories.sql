-- stoa: expand
-- `picture` is what was uploaded, and `image` then the path of one width of it. `image_alt` is in the shop's default language.
alter table category
  add column picture jsonb check (jsonb_typeof(picture) = 'object'),
  add column image_alt text not null default '';
