-- Whether the shop has placed it for the buyer, who gets the link to pay by mail.
alter table orders add column by_hand boolean not null default false;
