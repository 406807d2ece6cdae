-- stoa: expand
-- The ratings of the products of a list come from the index alone.
create index review_by_rating on review (product_id, rating);
