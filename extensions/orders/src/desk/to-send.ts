/** SQL: an order that is paid, or to be paid later, and is not sent whole. The index `orders_to_send` has all but the last. */
export const toSend = "state in ('CONFIRMED', 'PAID') and sent_at is null and not unwanted and withdrawn_at is null";
