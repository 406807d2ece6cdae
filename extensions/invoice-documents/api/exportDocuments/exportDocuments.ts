import { sendCsv } from '@stoa/desk-ui/csv';
import type { Handler } from 'stoa';
import type { ExportDocuments } from '../../invoice-documents.gen.ts';
import { completeInvoices } from '../../src/keep-invoice.ts';
import { periodOf } from '../../src/period.ts';
import { bookColumns, readBookLines } from '../../src/sales-book.ts';

const exportDocuments: Handler<ExportDocuments> = async ({ context, query }, response) => {
  const period = periodOf(context, query.period);
  await completeInvoices(context, period);
  const name = query.period ? `invoices-${query.period}.csv` : 'invoices.csv';
  await sendCsv(context, response, { name, columns: bookColumns, read: readBookLines(context, period) });
};

export default exportDocuments;
