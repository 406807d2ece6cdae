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

-- The VAT of a document: a row for each rate, in hundredths of a percent, and one without a rate for what has no VAT. A
-- document has at least one.
create function taxes_of(amount integer, sign integer, taxes jsonb)
returns table (rate integer, net integer, tax integer) language sql immutable as $$
  select t.rate, sign * t.net, sign * t.tax from jsonb_to_recordset(taxes) t(rate integer, net integer, tax integer)
  union all
  select null, amount - sign * taxed.gross, 0
  from (select coalesce(sum(t.net + t.tax), 0)::integer as gross
    from jsonb_to_recordset(taxes) t(net integer, tax integer)) taxed
  where amount <> sign * taxed.gross or jsonb_array_length(taxes) = 0
$$;
create view booked_tax as
  select d.number, d.country, d.issued_at, t.rate, t.net, t.tax
  from booked_document d cross join lateral taxes_of(d.amount, d.sign, d.taxes) t;
