-- stoa: expand
-- An order is asked for its links when it is rejected, and when its buyer is forgotten.
create index order_link_by_order on order_link (order_id);
