-- Whether a browser has bought a product, for the orders of guests.
create index orders_by_visitor on orders (visitor) where visitor is not null;
