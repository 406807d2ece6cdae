-- stoa: expand
-- What an invoice is over, as a credit note has it: so a month is added up here. Null until it is asked for the first
-- time, for invoices of before.
alter table invoice
  add column order_number text,
  add column country text,
  add column amount integer,
  add column taxes jsonb;
create index invoice_by_time on invoice (issued_at);
create index credit_note_by_time on credit_note (issued_at);

-- Invoices and credit notes, with what the latter take away below zero.
create view booked_document as
  select 'INVOICE' as kind, number, order_id, order_number, country, issued_at, amount, taxes, 1 as sign
  from invoice where amount is not null
  union all
  select 'CREDIT_NOTE', n.number, n.order_id, i.order_number, i.country, n.issued_at, -n.amount, n.taxes, -1
  from credit_note n join invoice i using (order_id);

-- A row for each rate of a document, in hundredths of a percent, and one without a rate for what has no VAT.
create view booked_tax as
  select d.number, d.country, d.issued_at, t.rate, d.sign * t.net as net, d.sign * t.tax as tax
  from booked_document d cross join lateral jsonb_to_recordset(d.taxes) t(rate integer, net integer, tax integer)
  union all
  select d.number, d.country, d.issued_at, null, d.amount - d.sign * taxed.gross, 0
  from booked_document d cross join lateral (
    select coalesce(sum(t.net + t.tax), 0)::integer as gross from jsonb_to_recordset(d.taxes) t(net integer, tax integer)) taxed
  where d.amount <> d.sign * taxed.gross;
