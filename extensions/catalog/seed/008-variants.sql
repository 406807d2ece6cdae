-- Demonstration data: sizes of some products, and how all are taxed. What was written for a variant stays.
insert into product_variant as own (product_id, place, sku, price_cents, label, labels)
select size.product_id, size.place, size.sku, size.price, size.label, jsonb_build_object('de', size.german, 'ar', size.arabic)
from (values
  (1001, 1, 'VIT-C1000-90', null, '90 tablets', '90 Tabletten', '90 قرصًا'),
  (1001, 2, 'VIT-C1000-180', 2290, '180 tablets', '180 Tabletten', '180 قرصًا'),
  (1002, 1, 'VIT-D2000-120', null, '120 softgels', '120 Weichkapseln', '120 كبسولة لينة'),
  (1002, 2, 'VIT-D2000-240', 1690, '240 softgels', '240 Weichkapseln', '240 كبسولة لينة'),
  (1009, 1, 'VIT-MULTI-90', null, '90 tablets', '90 Tabletten', '90 قرصًا'),
  (1009, 2, 'VIT-MULTI-180', 3190, '180 tablets', '180 Tabletten', '180 قرصًا'),
  (1011, 1, 'MIN-MGCIT-120', null, '120 capsules', '120 Kapseln', '120 كبسولة'),
  (1011, 2, 'MIN-MGCIT-60', 890, '60 capsules', '60 Kapseln', '60 كبسولة'),
  (1011, 3, 'MIN-MGCIT-240', 2690, '240 capsules', '240 Kapseln', '240 كبسولة'),
  (1019, 1, 'OIL-O3-120', null, '120 softgels', '120 Weichkapseln', '120 كبسولة لينة'),
  (1019, 2, 'OIL-O3-240', 3590, '240 softgels', '240 Weichkapseln', '240 كبسولة لينة'),
  (1024, 1, 'OIL-MCT-500', null, '500 ml', '500 ml', '500 مل'),
  (1024, 2, 'OIL-MCT-250', 1050, '250 ml', '250 ml', '250 مل'),
  (1033, 1, 'BOT-MACA-250', null, '250 g', '250 g', '250 غ'),
  (1033, 2, 'BOT-MACA-500', 2390, '500 g', '500 g', '500 غ'),
  (1041, 1, 'PRO-COLL-450', null, '450 g', '450 g', '450 غ'),
  (1041, 2, 'PRO-COLL-900', 4990, '900 g', '900 g', '900 غ'),
  (1043, 1, 'PRO-WHEYV-900', null, '900 g', '900 g', '900 غ'),
  (1043, 2, 'PRO-WHEYV-450', 1990, '450 g', '450 g', '450 غ'),
  (1043, 3, 'PRO-WHEYV-2000', 6490, '2 k g', '2 k g', '2 كغ'),
  (1044, 1, 'PRO-WHEYC-900', null, '900 g', '900 g', '900 غ'),
  (1044, 2, 'PRO-WHEYC-450', 1990, '450 g', '450 g', '450 غ'),
  (1046, 1, 'SPO-CREA-500', null, '500 g', '500 g', '500 غ'),
  (1046, 2, 'SPO-CREA-250', 1290, '250 g', '250 g', '250 غ'),
  (1054, 1, 'TEA-CHAM-20', null, '20 bags', '20 Beutel', '20 كيسًا'),
  (1054, 2, 'TEA-CHAM-60', 1290, '60 bags', '60 Beutel', '60 كيسًا'),
  (1057, 1, 'TEA-SENC-100', null, '100 g', '100 g', '100 غ'),
  (1057, 2, 'TEA-SENC-250', 2190, '250 g', '250 g', '250 غ'),
  (1061, 1, 'FOO-HONA-500', null, '500 g', '500 g', '500 غ'),
  (1061, 2, 'FOO-HONA-250', 690, '250 g', '250 g', '250 غ'),
  (1064, 1, 'FOO-CHIA-500', null, '500 g', '500 g', '500 غ'),
  (1064, 2, 'FOO-CHIA-1000', 1190, '1 k g', '1 k g', '1 كغ')
) as size (product_id, place, sku, price, label, german, arabic)
where exists (select from product where product.product_id = size.product_id)
on conflict (sku) do update set label = excluded.label, labels = excluded.labels where own.label is null;

-- Accessories have the full rate, and a gift card has none.
update product set tax_class = case when product_id = 1072 then 'zero' else 'reduced' end
where (product_id between 1001 and 1066 or product_id = 1072) and tax_class = 'standard';
