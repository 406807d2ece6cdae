-- Rates in basis points: 1350 is 13.5 %. The tax class is that of a variant.
create table vat_rate (
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_class text not null,
  rate integer not null check (rate between 0 and 10000),
  primary key (country, tax_class)
);

insert into vat_rate (country, tax_class, rate) values
  ('AT', 'standard', 2000), ('AT', 'reduced', 1000), ('AT', 'zero', 0),
  ('DE', 'standard', 1900), ('DE', 'reduced', 700), ('DE', 'zero', 0),
  ('ES', 'standard', 2100), ('ES', 'reduced', 1000), ('ES', 'zero', 0),
  ('FR', 'standard', 2000), ('FR', 'reduced', 550), ('FR', 'zero', 0),
  ('IE', 'standard', 2300), ('IE', 'reduced', 1350), ('IE', 'zero', 0),
  ('NL', 'standard', 2100), ('NL', 'reduced', 900), ('NL', 'zero', 0);
