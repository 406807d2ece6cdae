-- As the job `nightly` does. Without it, a new shop would find related products for each page until the first night.
insert into related_product (product_id, place, related_id)
select of_product, place, product_id from related_products(array(select product_id from product), 4)
on conflict do nothing;
