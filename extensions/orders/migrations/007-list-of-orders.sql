-- stoa: expand
-- The desk's lists are read backwards, and counted, in this index alone. New orders stand at its end, which keeps it small.
create index orders_listed on orders (placed_at, number) include (order_id, state, total, refunded, sent_at);
drop index orders_by_time;
