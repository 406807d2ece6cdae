-- stoa: expand
-- A time as a form has it. Without an offset, it is the time of day in the time zone of the shop.
create function shop_time(at text, zone text) returns timestamptz language sql stable as $$
  select case when at ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then at::timestamptz else at::timestamp at time zone zone end
$$;
