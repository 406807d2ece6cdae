import { addressLines } from '@stoa/desk-ui/address';
import type { Context } from '../../invoice-documents.gen.ts';
import type { OrderDocument } from '../find-document.ts';
import type { Tax } from '../read-order.ts';
import { type DocumentWords, wordsOf } from './document-words.ts';
import { lineWidth, openSheet, rowHeight, type Sheet } from './sheet.ts';

const half = lineWidth / 2 + 10;

/** The document as PDF, in the language of the order. */
export async function writeDocument(context: Pick<Context, 'shop' | 'textIn'>, document: OrderDocument) {
  const words = wordsOf(context, document.order.locale);
  const { number, seller, issuedAt, credit } = document;
  const title = words.text('title', { kind: credit === undefined ? 'INVOICE' : 'CREDIT_NOTE', number });
  const { locale, direction } = words;
  const facts = { title, author: seller.name, locale, direction, createdAt: new Date(issuedAt) };
  const sheet = await openSheet(facts);
  writeHead(sheet, words, document, title);
  if (credit === undefined) writeInvoice(sheet, words, document);
  else writeCredit(sheet, words, credit);
  return await sheet.end((page, pages) => [
    { text: title, size: 8 },
    { text: words.text('page', { page, pages }), size: 8, align: 'end' },
  ]);
}

function writeHead(sheet: Sheet, words: DocumentWords, document: OrderDocument, title: string): void {
  const { seller, order, issuedAt, credit, number } = document;
  const { address, name } = order;
  const { text, day } = words;
  sheet.row({ text: seller.name, size: 13, isBold: true, isForeign: true });
  if (seller.address !== '') sheet.row({ text: seller.address, isForeign: true });
  if (seller.vatId !== '') sheet.row({ text: text('vatId', { id: seller.vatId }) });
  sheet.space(24);
  sheet.row({ text: title, size: 18, isBold: true });
  sheet.space(8);
  const facts = [
    [text('number'), number],
    [text('day'), day(issuedAt)],
    ...(credit === undefined ? [] : [[text('forInvoice'), credit.invoice.number]]),
    ...(credit === undefined ? [] : [[text('invoiceDay'), day(credit.invoice.issuedAt)]]),
    [text('order'), order.number],
    ...(order.sentAt === null ? [] : [[text('sent'), day(order.sentAt)]]),
  ];
  const lines = [...(name === address.name ? [] : [name]), ...addressLines(address, words.country)];
  sheet.row({ text: text('buyer'), isBold: true, width: half - 20 });
  sheet.space(-rowHeight);
  for (let index = 0; index < Math.max(facts.length, lines.length + 1); index++) {
    const [label = '', value = ''] = facts[index] ?? [];
    sheet.row(
      { text: lines[index - 1] ?? '', width: half - 20, isForeign: true },
      { text: label, at: half, width: 105 },
      { text: value, at: half + 105 },
    );
  }
  sheet.space(20);
}

const columns = {
  quantity: { at: 235, width: 50, align: 'end' },
  unit: { at: 290, width: 75, align: 'end' },
  rate: { at: 370, width: 40, align: 'end' },
  amount: { at: 415, width: 80, align: 'end' },
} as const;

function writeInvoice(sheet: Sheet, words: DocumentWords, { order, seller }: OrderDocument): void {
  const { text, money } = words;
  const { lines, totals } = order;
  sheet.table(
    { text: text('product'), width: 225 },
    { text: text('quantity'), ...columns.quantity },
    { text: text('unit'), ...columns.unit },
    { text: text('vat'), ...columns.rate },
    { text: text('amount'), ...columns.amount },
  );
  for (const { sku, name, label, quantity, unit, gross, rate } of lines)
    sheet.row(
      { text: [name, label, sku].filter(Boolean).join(' · '), width: 225, isForeign: true },
      { text: words.number(quantity), ...columns.quantity },
      { text: money(unit), ...columns.unit },
      { text: rate === null ? '' : words.percent(rate), ...columns.rate },
      { text: money(gross), ...columns.amount },
    );
  sheet.endTable();
  sheet.rule();
  const isWhole = totals.reductions.length === 0 && totals.reduction > 0;
  const sums = [
    [text('goods'), totals.goods],
    ...(isWhole ? [[text('reduction'), -totals.reduction] as const] : []),
    ...totals.reductions.map(({ label, amount }) => [label, 0 - amount] as const),
    [text('delivery', { label: order.deliveryLabel }), totals.delivery],
    ...(totals.fees > 0 ? [[text('fees'), totals.fees] as const] : []),
  ] as const;
  for (const [label, amount] of sums) writeSum(sheet, label, money(amount));
  writeTotal(sheet, text('total'), money(totals.total));
  writeTaxes(sheet, words, totals.taxes);
  sheet.space(14);
  sheet.row({ text: text('paidBy', { label: order.paymentLabel }) });
  if (order.paymentMethod === 'InvoicePayment' && seller.payTo) sheet.row({ text: seller.payTo, isForeign: true });
}

function writeCredit(sheet: Sheet, words: DocumentWords, credit: NonNullable<OrderDocument['credit']>): void {
  const { text, money } = words;
  const amount = money(credit.amount);
  sheet.table({ text: text('reason'), width: 400 }, { text: text('amount'), ...columns.amount });
  writeSum(sheet, text('creditFor', { number: credit.invoice.number }), amount);
  sheet.endTable();
  writeTotal(sheet, text('credited'), amount);
  writeTaxes(sheet, words, credit.taxes);
}

function writeSum(sheet: Sheet, label: string, amount: string, isBold = false): void {
  sheet.row({ text: label, width: 400, isBold }, { text: amount, ...columns.amount, isBold });
}

function writeTotal(sheet: Sheet, label: string, amount: string): void {
  sheet.rule();
  writeSum(sheet, label, amount, true);
}

/** Net and VAT of each rate: in the total already. */
function writeTaxes(sheet: Sheet, { text, money, percent }: DocumentWords, taxes: readonly Tax[]): void {
  if (taxes.length === 0) return;
  sheet.space(14);
  sheet.need(rowHeight * (taxes.length + 2));
  const places = [235, 325, 415].map((at) => ({ at, width: 80, align: 'end' as const }));
  sheet.table(
    { text: text('vatIn'), width: 225 },
    ...[text('net'), text('tax'), text('gross')].map((cell, index) => ({ text: cell, ...places[index] })),
  );
  for (const { rate, net, tax } of taxes)
    sheet.row(
      { text: text('vatOf', { rate: percent(rate) }), width: 225 },
      ...[net, tax, net + tax].map((amount, index) => ({ text: money(amount), ...places[index] })),
    );
  sheet.endTable();
}
