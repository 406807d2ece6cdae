-- Demonstration data: what the shop says to some reviews, who had bought the product, and what people find helpful.
update review set bought = true
where review_id < 10001 and product_id is not null and review_id % 3 <> 1;
update review set answered_at = created_at + interval '1 day', answer = 'We are sorry for that. A pill cutter comes with the next order, if you write to us.'
where review_id = 110;
update review set answered_at = created_at + interval '1 day', answer = 'Thank you for telling us. The lids of this batch are replaced.'
where review_id = 34;
insert into review_vote (review_id, voter)
select review_id, 'demonstration-' || number
from review, generate_series(1, 12) as number
where review_id < 10001 and product_id is not null and number <= review_id * 7 % 13
on conflict do nothing;
update review set helpful = (select count(*) from review_vote where review_vote.review_id = review.review_id)
where review_id < 10001;
