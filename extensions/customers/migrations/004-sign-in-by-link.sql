-- stoa: expand
-- A link may sign in, or make the account of whom it signs in. Until then, name and password_hash are of that account.
alter table customer_link
  alter column customer_id drop not null,
  add column name text check (char_length(name) between 1 and 100),
  add column password_hash text,
  drop constraint customer_link_purpose_check,
  drop constraint customer_link_check,
  add constraint customer_link_purpose_check check (purpose in ('reset-password', 'change-email', 'sign-in', 'register')),
  add constraint customer_link_check check (
    (email is not null) = (purpose in ('change-email', 'register'))
    and (customer_id is null) = (purpose = 'register')
    and num_nonnulls(name, password_hash) = case purpose when 'register' then 2 else 0 end
  );
