-- stoa: expand
-- The shop's own pages, in Markdown: a row for each page and locale.
create table page_text (
  page text check (page in ('imprint', 'privacy', 'terms', 'delivery', 'withdrawal')),
  locale text check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$'),
  title text not null check (title <> ''),
  markdown text not null check (length(markdown) <= 100000),
  updated_at timestamptz not null default now(),
  primary key (page, locale)
);
