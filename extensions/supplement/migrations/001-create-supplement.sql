-- product_id is the catalog's, and opaque here: another extension's table cannot be referenced.
create table supplement (
  product_id text primary key check (product_id <> ''),
  ingredients text,
  benefits text[],
  presentation text,
  dosage text,
  warnings text,
  storage text
);
