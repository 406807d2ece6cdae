-- `subject` is what a note is about, such as order:1. The same text with the same form key is one note.
-- stoa-allow LINT_NO_SEED: the staff write notes.
create table note (
  note_id bigint generated always as identity primary key,
  subject text not null,
  text text not null check (length(text) between 1 and 2000),
  -- Null once the author's account is deleted.
  author_id text,
  author text,
  form_key text,
  written_at timestamptz(3) not null default now()
);
create index note_by_subject on note (subject, note_id desc);
create unique index note_by_form on note (subject, author_id, form_key, md5(text));
