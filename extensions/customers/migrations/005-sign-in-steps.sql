-- stoa: expand
-- A sign-in that waits, since other extensions ask for more than a password. steps_passed has what was done of it.
alter table customer_link
  add column steps_passed text[] not null default '{}',
  drop constraint customer_link_purpose_check,
  add constraint customer_link_purpose_check
    check (purpose in ('reset-password', 'change-email', 'sign-in', 'register', 'sign-in-step'));
