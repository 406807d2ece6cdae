import { expect } from 'chai';
import { latestPeriods } from '../src/period.ts';
import { openDocuments, type StoodIn, soundOrder } from './orders-stand-in.ts';

interface Book {
  readonly total: number;
  readonly pages: number;
  readonly documents: readonly { readonly number: string; readonly amount: number }[];
  readonly sums: readonly object[];
}

const bookText = `query ($period: String, $first: Int, $page: Int) { salesBook(period: $period, first: $first, page: $page) {
  total pages documents { kind number issuedAt country amount url } sums { country rate net tax } } }`;
const head = '"kind","number","date","order","country","rate","net","vat","gross","currency"';

describe('invoice-documents: the book of sales', () => {
  const orders = new Map<string, StoodIn>();
  let shop: Awaited<ReturnType<typeof openDocuments>>;
  let desk: string;
  before(async () => {
    shop = await openDocuments(orders, { timeZone: 'Asia/Tokyo' });
    desk = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from credit_note');
    await shop.database.query('delete from credit_note_counter');
    await shop.database.query('delete from invoice');
    orders.clear();
  });

  /** An order whose invoice has this number and time. */
  async function sell(number: string, at: string, order: Partial<StoodIn> = {}): Promise<void> {
    const id = `order-${number}`;
    orders.set(id, { ...soundOrder, id, number: `1${number}`, invoiceNumber: number, ...order });
    await shop.publish('order.confirmed', { orderId: id });
    await shop.database.query('update invoice set issued_at = $2 where order_id = $1', [id, at]);
  }
  async function read(variables: Readonly<Record<string, unknown>> = {}): Promise<Book> {
    const { data, errors } = await shop.graphql<{ salesBook: Book }>(bookText, variables, { token: desk });
    if (data?.salesBook == null) throw new Error(JSON.stringify(errors));
    return data.salesBook;
  }
  const numbersIn = async (period: string) => (await read({ period })).documents.map(({ number }) => number);
  const csv = (search = '', token = desk) =>
    fetch(`${shop.url}/desk/documents.csv${search}`, { headers: { authorization: `Bearer ${token}` } });

  it('has invoices and credit notes, the newest first, and sums them by country and rate', async () => {
    await sell('2026-000001', '2026-03-01T10:00:00Z');
    await sell('2026-000002', '2026-03-02T10:00:00Z', { address: { ...soundOrder.address, country: 'DE' } });
    await shop.publish('order.refunded', { orderId: 'order-2026-000001', refunded: 2290 });
    const { total, documents, sums } = await read();
    expect(total).to.equal(3);
    const notes = documents.map(({ number, amount }) => [number.replace(/^C\d+/, 'C'), amount]);
    expect(notes).to.deep.equal([
      ['C-000001', -2290],
      ['2026-000002', 2290],
      ['2026-000001', 2290],
    ]);
    expect(sums).to.deep.equal([
      { country: 'CZ', rate: 1900, net: 0, tax: 0 },
      { country: 'CZ', rate: 700, net: 0, tax: 0 },
      { country: 'DE', rate: 1900, net: 1513, tax: 287 },
      { country: 'DE', rate: 700, net: 458, tax: 32 },
    ]);
  });

  it('counts what has no VAT without a rate, also beside what has', async () => {
    await sell('2026-000001', '2026-03-01T10:00:00Z', { totals: { ...soundOrder.totals, taxes: [] } });
    const [some = { rate: 0, net: 0, tax: 0 }] = soundOrder.totals.taxes;
    await sell('2026-000002', '2026-03-01T10:00:00Z', { totals: { ...soundOrder.totals, taxes: [some] } });
    expect((await read()).sums).to.deep.equal([
      { country: 'CZ', rate: 1900, net: 1513, tax: 287 },
      { country: 'CZ', rate: null, net: 2290 + 490, tax: 0 },
    ]);
  });

  it('has periods in the time zone of the shop', async () => {
    await sell('2026-000001', '2025-12-31T14:59:59Z');
    await sell('2026-000002', '2025-12-31T15:00:00Z');
    await sell('2026-000003', '2026-01-31T15:00:00Z');
    await sell('2026-000004', '2026-03-31T14:59:59Z');
    expect(await numbersIn('2025')).to.deep.equal(['2026-000001']);
    expect(await numbersIn('2025-12')).to.deep.equal(['2026-000001']);
    expect(await numbersIn('2026-01')).to.deep.equal(['2026-000002']);
    expect(await numbersIn('2026-Q1')).to.deep.equal(['2026-000004', '2026-000003', '2026-000002']);
    expect(await numbersIn('2026-Q2')).to.deep.equal([]);
    expect(await numbersIn('')).to.have.length(4);
  });

  it('refuses other texts as a period', async () => {
    for (const period of ['2026-13', '2026-Q5', '226', 'x', '2026-1', "2026' or true"]) {
      const { errors } = await shop.graphql(bookText, { period }, { token: desk });
      expect(errors?.[0]?.extensions?.code, period).to.equal('BAD_USER_INPUT');
    }
    expect((await csv('?period=2026-13')).status).to.equal(400);
  });

  it('is closed to callers without orders:write', async () => {
    await sell('2026-000001', '2026-03-01T10:00:00Z');
    const other = await shop.token({ permissions: ['catalog:write'] });
    const { data, errors } = await shop.graphql<{ salesBook: null }>(bookText, {}, { token: other });
    expect([data?.salesBook, errors?.[0]?.extensions?.code]).to.deep.equal([null, 'FORBIDDEN']);
    expect((await csv('', other)).status).to.equal(403);
    expect((await fetch(`${shop.url}/desk/documents.csv`)).status).to.equal(401);
  });

  it('is a CSV file with a line for each rate, the oldest first, in which credit notes are below zero', async () => {
    await sell('2026-000001', '2026-02-28T15:00:00Z');
    await sell('2026-000002', '2026-04-01T10:00:00Z', { totals: { ...soundOrder.totals, taxes: [] } });
    await shop.publish('order.refunded', { orderId: 'order-2026-000001', refunded: 2290 });
    await shop.database.query("update credit_note set issued_at = '2026-03-05T10:00:00Z', number = 'C2026-000001'");
    const answer = await csv('?period=2026-Q1');
    expect(answer.headers.get('content-type')).to.match(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="invoices-2026-Q1.csv"');
    expect((await answer.text()).split('\r\n')).to.deep.equal([
      head,
      '"INVOICE","2026-000001","2026-03-01","12026-000001","CZ","19","15.13","2.87","18.00","EUR"',
      '"INVOICE","2026-000001","2026-03-01","12026-000001","CZ","7","4.58","0.32","4.90","EUR"',
      '"CREDIT_NOTE","C2026-000001","2026-03-05","12026-000001","CZ","19","-15.13","-2.87","-18.00","EUR"',
      '"CREDIT_NOTE","C2026-000001","2026-03-05","12026-000001","CZ","7","-4.58","-0.32","-4.90","EUR"',
      '',
    ]);
    const all = await (await csv()).text();
    expect(all).to.contain('"INVOICE","2026-000002","2026-04-01","12026-000002","CZ","","22.90","0.00","22.90","EUR"');
  });

  it('has each line of 2,500 invoices once, also where many have one time', async () => {
    await shop.database.query(
      `insert into invoice (order_id, number, seller, issued_at, order_number, country, amount, taxes)
       select 'o' || n, 'N' || n, '{}', timestamptz '2026-03-01' + n / 900 * interval '1 hour', n, 'IE', 100,
         '[{"rate": 2300, "net": 50, "tax": 12}, {"rate": 1350, "net": 33, "tax": 5}]'
       from generate_series(1, 2500) n`,
    );
    const lines = (await (await csv()).text()).trim().split('\r\n').slice(1);
    expect(lines).to.have.length(5000);
    expect(new Set(lines)).to.have.property('size', 5000);
    const { total, pages, documents, sums } = await read({ first: 100, page: 25 });
    expect([total, pages, documents.length]).to.deep.equal([2500, 25, 100]);
    expect(sums).to.deep.equal([
      { country: 'IE', rate: 2300, net: 125_000, tax: 30_000 },
      { country: 'IE', rate: 1350, net: 82_500, tax: 12_500 },
    ]);
  });

  it('asks once what an invoice of before is over, and keeps its day', async () => {
    await sell('2026-000001', '2026-03-01T10:00:00Z');
    const forget = 'update invoice set order_number = null, country = null, amount = null, taxes = null';
    await shop.database.query(forget);
    expect(await numbersIn('2026-03')).to.deep.equal(['2026-000001']);
    await shop.database.query(forget);
    expect(await (await csv('?period=2026-03')).text()).to.contain('"INVOICE","2026-000001","2026-03-01"');
    orders.clear();
    expect(await numbersIn('2026-03')).to.deep.equal(['2026-000001']);
  });

  it('has a credit note of another period than its invoice of before, and one whose invoice was never opened', async () => {
    await sell('2026-000001', '2026-02-10T10:00:00Z');
    await sell('2026-000002', '2026-02-10T10:00:00Z');
    for (const number of ['2026-000001', '2026-000002'])
      await shop.publish('order.refunded', { orderId: `order-${number}`, refunded: 1000 });
    await shop.database.query("update credit_note set issued_at = '2026-03-05T10:00:00Z'");
    await shop.database.query('update invoice set order_number = null, country = null, amount = null, taxes = null');
    await shop.database.query("delete from invoice where number = '2026-000002'");
    const { documents } = await read({ period: '2026-03' });
    expect(documents.map(({ amount }) => amount)).to.deep.equal([-1000, -1000]);
    expect(await (await csv('?period=2026-03')).text()).to.contain('"12026-000002","CZ"');
  });

  it('has the invoice of each credit note', async () => {
    orders.set('o9', { ...soundOrder, id: 'o9', invoiceNumber: '2026-000009' });
    await shop.publish('order.refunded', { orderId: 'o9', refunded: 1000 });
    expect((await read()).documents.map(({ amount }) => amount)).to.have.members([2290, -1000]);
  });

  it('has a line for a document of nothing', async () => {
    await shop.database.query(
      `insert into invoice (order_id, number, seller, issued_at, order_number, country, amount, taxes)
       select 'o' || n, 'N' || n, '{}', timestamptz '2026-03-01' + n * interval '1 second', n, 'IE',
         case when n % 500 = 0 then 0 else 100 end, '[]' from generate_series(1, 2500) n`,
    );
    expect((await (await csv()).text()).trim().split('\r\n')).to.have.length(2501);
  });

  it('offers a year of months, the quarters that are declared next, and three years', () => {
    const { months, quarters, years } = latestPeriods('2026-02-28');
    expect([months[0], months[1], months[2], months.at(-1), months.length]).to.deep.equal([
      ...['2026-02', '2026-01', '2025-12', '2025-02', 13],
    ]);
    expect(quarters).to.deep.equal(['2026-Q1', '2025-Q4', '2025-Q3', '2025-Q2', '2025-Q1']);
    expect(years).to.deep.equal(['2026', '2025', '2024']);
  });
});
