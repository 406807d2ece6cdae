-- Demonstration data: the sample products have been sold for long, so that the lists of `pricing` reduce them.
update product set first_shown = '-infinity' where product_id < 10001;
update product_variant set added_at = '-infinity' where product_id < 10001;
