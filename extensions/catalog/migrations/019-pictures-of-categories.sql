-- stoa: expand
-- A path of the shop, as product.image is.
alter table category add column image text;
