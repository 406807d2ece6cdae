-- Demonstration data: how much is in what is sold by weight or volume. What was written for a product stays.
update product set content_amount = content.amount, content_unit = content.unit
from (values
  (1003, 20, 'ml'),
  (1018, 300, 'g'),
  (1021, 250, 'ml'),
  (1023, 250, 'ml'),
  (1024, 500, 'ml'),
  (1031, 50, 'ml'),
  (1032, 200, 'ml'),
  (1033, 250, 'g'),
  (1034, 30, 'g'),
  (1036, 200, 'g'),
  (1038, 500, 'g'),
  (1040, 400, 'g'),
  (1041, 450, 'g'),
  (1042, 300, 'g'),
  (1043, 900, 'g'),
  (1044, 900, 'g'),
  (1045, 750, 'g'),
  (1046, 500, 'g'),
  (1048, 200, 'g'),
  (1054, 30, 'g'),
  (1055, 40, 'g'),
  (1056, 36, 'g'),
  (1057, 100, 'g'),
  (1058, 100, 'g'),
  (1059, 80, 'g'),
  (1060, 40, 'g'),
  (1061, 500, 'g'),
  (1062, 250, 'g'),
  (1063, 250, 'g'),
  (1064, 500, 'g'),
  (1065, 720, 'g'),
  (1066, 450, 'g')
) as content (product_id, amount, unit)
where product.product_id = content.product_id and product.content_amount is null;

update product_variant set content_amount = content.amount, content_unit = content.unit
from (values
  ('OIL-MCT-250', 250, 'ml'),
  ('BOT-MACA-500', 500, 'g'),
  ('PRO-COLL-900', 900, 'g'),
  ('PRO-WHEYV-450', 450, 'g'),
  ('PRO-WHEYV-2000', 2, 'kg'),
  ('PRO-WHEYC-450', 450, 'g'),
  ('SPO-CREA-250', 250, 'g'),
  ('TEA-CHAM-60', 90, 'g'),
  ('TEA-SENC-250', 250, 'g'),
  ('FOO-HONA-250', 250, 'g'),
  ('FOO-CHIA-1000', 1, 'kg')
) as content (sku, amount, unit)
where product_variant.sku = content.sku and product_variant.content_amount is null;
