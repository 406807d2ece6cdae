-- stoa: expand
-- A form that was sent twice is one review: form_digest is that of the form's key and its content. `source` is a digest of
-- who wrote the review, so that one source cannot write without end. Both are null for what was written before.
alter table review add column form_digest text, add column source text;
create unique index review_by_form on review (form_digest);
create index review_by_source on review (source, created_at);
