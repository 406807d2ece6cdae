-- Labels in other locales of the shop. Those in the table supplement are in the default one.
create table supplement_translation (
  product_id text not null references supplement on delete cascade,
  locale text not null check (locale <> ''),
  ingredients text,
  benefits text[],
  presentation text,
  dosage text,
  warnings text,
  storage text,
  primary key (product_id, locale)
);
