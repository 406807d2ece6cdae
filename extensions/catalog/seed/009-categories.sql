-- Demonstration data: the tree of categories. The category of a product stays.
insert into category (category_id, parent_id, slug, name, names, place)
select id, parent, slug, name, jsonb_build_object('de', german, 'ar', arabic), id
from (values
  (1, null::bigint, 'supplements', 'Supplements', 'Nahrungsergänzung', 'مكملات غذائية'),
  (2, null, 'sport', 'Sport', 'Sport', 'الرياضة'),
  (3, null, 'tea', 'Tea', 'Tee', 'الشاي'),
  (4, null, 'food', 'Good food', 'Gutes Essen', 'طعام جيد'),
  (5, null, 'accessories', 'Accessories', 'Zubehör', 'الإكسسوارات'),
  (11, 1, 'vitamins', 'Vitamins', 'Vitamine', 'الفيتامينات'),
  (12, 1, 'minerals', 'Minerals', 'Mineralstoffe', 'المعادن'),
  (13, 1, 'oils', 'Oils', 'Öle', 'الزيوت'),
  (14, 1, 'plants', 'Plants and algae', 'Pflanzen und Algen', 'النباتات والطحالب'),
  (15, 1, 'digestion', 'Digestion', 'Verdauung', 'الهضم'),
  (16, 1, 'well-being', 'Well-being', 'Wohlbefinden', 'العافية')
) as category (id, parent, slug, name, german, arabic)
on conflict do nothing;

update product set category_id = range.category
from (values
  (1001, 1010, 11), (1011, 1018, 12), (1019, 1024, 13), (1025, 1036, 14), (1037, 1040, 15), (1041, 1048, 2),
  (1049, 1053, 16), (1054, 1060, 3), (1061, 1066, 4), (1067, 1072, 5)
) as range (first, last, category)
where product_id between range.first and range.last and category_id is null;
