-- stoa: expand
-- How many gave how many stars, and how many reviews are in a state, come from an index alone.
create index review_stars on review (product_id, rating) where state = 'PUBLISHED';
drop index review_by_rating;
create index review_by_state on review (state, created_at, review_id);
drop index review_unseen;
