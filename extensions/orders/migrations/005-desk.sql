-- For the lists and figures of the desk.
create index orders_by_time on orders (placed_at desc, number desc) include (state, total, refunded);
create index orders_by_state on orders (state, placed_at desc);
create index orders_by_email on orders (lower(email) text_pattern_ops);
create index orders_to_send on orders (placed_at) where state in ('CONFIRMED', 'PAID') and sent_at is null and not unwanted;
-- Of the carrier: a number, or an address.
alter table orders add column tracking text;
