import { expect } from 'chai';
import { extractText, getMeta, getResolvedPDFJS } from 'unpdf';
import { openDocuments, type StoodIn, soundOrder } from './orders-stand-in.ts';

// Sets globals, which a test must not leave behind.
await getResolvedPDFJS();

describe('invoice-documents', () => {
  const orders = new Map<string, StoodIn>();
  let shop: Awaited<ReturnType<typeof openDocuments>>;
  let desk: string;
  before(async () => {
    shop = await openDocuments(orders);
    desk = await shop.token({ permissions: ['orders:write', 'stoa:settings'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from invoice');
    await shop.database.query('delete from credit_note');
    await shop.database.query('delete from credit_note_counter');
    orders.clear();
    orders.set('o1', soundOrder);
  });

  const ask = (number: string, search = '?key=key', id = 'o1') =>
    fetch(`${shop.url}/orders/${id}/documents/${number}${search}`);
  async function read(number: string, id = 'o1') {
    const answer = await ask(number, '?key=key', id);
    expect(answer.status).to.equal(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { text, totalPages } = await extractText(bytes.slice());
    return { bytes, pages: text, all: text.join(' ').replaceAll('\u00a0', ' '), totalPages, headers: answer.headers };
  }
  const refund = (refunded: number, amount?: number, orderId = 'o1') =>
    shop.publish('order.refunded', { orderId, refunded, ...(amount !== undefined && { amount }) });
  const listed = async () => {
    const text = '{ orderDocuments(order: "o1", key: "key") { number kind amount url } }';
    const { data } = await shop.graphql<{ orderDocuments: { number: string; amount: number; url: string }[] }>(text);
    return data?.orderDocuments ?? [];
  };

  it('give an invoice with all that the law wants, as the order has it', async () => {
    const { all, headers, bytes } = await read('2026-000007');
    for (const words of [
      'Stoa Ltd\n1 Quay Street\nGalway\nVAT ID IE1234567T\nInvoice 2026-000007\n',
      'Buyer Number 2026-000007\nAnn Lee Date 31 January 2026\nHlavní 1 Order 100001\n110 00 Praha\nCzechia\n',
      'Vitamin C · 120 · A1 2 €10.00 19% €20.00\n',
      'Voucher TEN -€2.00\nDelivery: Parcel €4.90\nTotal €22.90\n',
      'VAT 19% €15.13 €2.87 €18.00\nVAT 7% €4.58 €0.32 €4.90\n',
    ])
      expect(all).to.contain(words);
    expect(headers.get('content-type')).to.equal('application/pdf');
    expect(headers.get('content-disposition')).to.equal('inline; filename="2026-000007.pdf"');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    const { info } = await getMeta(bytes);
    expect(info).to.deep.include({ Title: 'Invoice 2026-000007', Author: 'Stoa Ltd', Language: 'en-IE' });
  });

  it('have the day on which the order was confirmed, also where they are looked at before the event has come', async () => {
    expect((await read('2026-000007')).all).to.contain('31 January 2026');
    for (let time = 0; time < 2; time++) await shop.publish('order.confirmed', { orderId: 'o1' });
    expect((await read('2026-000007')).all).to.not.contain('31 January 2026');
  });

  it('have the day on which the order was confirmed, and of its delivery once it is known', async () => {
    await shop.publish('order.confirmed', { orderId: 'o1' });
    expect((await read('2026-000007')).all).to.not.contain('31 January 2026');
    const [kept] = await shop.database.query<{ today: boolean }>(
      "select issued_at > now() - interval '1 minute' as today from invoice",
    );
    expect(kept?.today).to.equal(true);
    orders.set('o1', { ...soundOrder, sentAt: '2026-02-03T10:00:00.000Z' });
    expect((await read('2026-000007')).all).to.contain('Date of delivery 3 February 2026');
  });

  it('stay the same, byte for byte, also when the seller moves', async () => {
    const { bytes } = await read('2026-000007');
    const change = 'mutation { changeSettings(extension: "invoice-documents", values: { company: "Agora Ltd" }) }';
    const { errors } = await shop.graphql(change, {}, { token: desk });
    expect(errors).to.equal(undefined);
    expect(Buffer.compare((await read('2026-000007')).bytes, bytes)).to.equal(0);
    orders.set('o2', { ...soundOrder, id: 'o2', invoiceNumber: '2026-000008' });
    expect((await read('2026-000008', 'o2')).all).to.contain('Agora Ltd');
    const back = 'mutation { changeSettings(extension: "invoice-documents", values: { company: null }) }';
    await shop.graphql(back, {}, { token: desk });
  });

  it('say where to pay by invoice, as the shop said it then, and nothing of it on others', async () => {
    const set = async (payTo: string | null) => {
      const text =
        'mutation ($values: SettingValues!) { changeSettings(extension: "invoice-documents", values: $values) }';
      const { errors } = await shop.graphql(text, { values: { payTo } }, { token: desk });
      expect(errors).to.equal(undefined);
    };
    const byInvoice = { ...soundOrder, paymentMethod: 'InvoicePayment', paymentLabel: 'Invoice' };
    orders.set('o1', byInvoice);
    orders.set('o2', { ...soundOrder, id: 'o2', invoiceNumber: '2026-000008' });
    await set('IBAN IE29 AIBK 9311 5212 3456 78\nWithin 14 days');
    const said = 'Payment: Invoice\nIBAN IE29 AIBK 9311 5212 3456 78\nWithin 14 days';
    expect((await read('2026-000007')).all).to.contain(said);
    expect((await read('2026-000008', 'o2')).all).to.not.contain('IBAN');
    await set('IBAN IE64 IRCE 9205 0112 3456 78');
    expect((await read('2026-000007')).all).to.contain(said);
    await set(null);
    orders.set('o3', { ...byInvoice, id: 'o3', invoiceNumber: '2026-000009' });
    expect((await read('2026-000009', 'o3')).all).to.not.contain('IBAN');
  });

  it('go over pages, each with the head of the table and its number', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      ...soundOrder.lines[0],
      sku: `SKU-${index + 1}`,
      name: `Tea ${'of many words '.repeat(index % 5)}`,
      label: '100 g',
      quantity: 1,
      unit: 500,
      gross: 500,
      rate: 700,
    }));
    orders.set('o1', { ...soundOrder, lines });
    const { pages, all, totalPages } = await read('2026-000007');
    expect(totalPages).to.be.greaterThan(2);
    for (const { sku } of lines) expect(all).to.contain(sku);
    for (const [index, page] of pages.entries()) expect(page).to.contain(`Page ${index + 1} of ${totalPages}`);
    for (const page of pages.slice(0, -1)) expect(page).to.contain('Unit price');
  });

  for (const [locale, words] of [
    ['de', ['Rechnung 2026-000007', 'Gesamtbetrag', '22,90 €', '31. Januar 2026']],
    ['ar', ['2026-000007', '22.90', 'Vitamin C']],
    ['fr', ['Invoice 2026-000007']],
  ] as const)
    it(`speak ${locale}, the language of the order, or that of the shop`, async () => {
      orders.set('o1', { ...soundOrder, locale });
      const { all, bytes } = await read('2026-000007');
      for (const word of words) expect(all).to.contain(word);
      const { info } = await getMeta(bytes);
      expect(info).to.deep.include({ Language: locale === 'fr' ? 'en-IE' : locale });
    });

  it('are for those alone who may see the order', async () => {
    const asked = async (search: string, token?: string) =>
      (await shop.rest('GET', `/orders/o1/documents/2026-000007${search}`, { token })).status;
    expect([await asked(''), await asked('?key=wrong'), await asked('', await shop.token())]).to.deep.equal([
      404, 404, 404,
    ]);
    expect([await asked('?key=key'), await asked('', desk)]).to.deep.equal([200, 200]);
    const { data } = await shop.graphql('{ orderDocuments(order: "o1") { number } }');
    expect(data).to.deep.equal({ orderDocuments: null });
  });

  it('are not found under other numbers, or for an order that has none yet', async () => {
    await refund(1000, 1000);
    orders.set('o2', { ...soundOrder, id: 'o2', invoiceNumber: '2026-000008' });
    orders.set('o3', { ...soundOrder, id: 'o3', invoiceNumber: null });
    await refund(1000, 1000, 'o3');
    await shop.publish('order.confirmed', { orderId: 'gone' });
    for (const [number, id] of [
      ['2026-000009', 'o1'],
      ['2026-000008', 'o1'],
      ['C2026-000001', 'o2'],
      ['2026-000007', 'o3'],
      ['2026-000007', 'gone'],
    ] as const)
      expect((await ask(number, '?key=key', id)).status, `${number} of ${id}`).to.equal(404);
    expect(await shop.database.query('select from credit_note')).to.have.lengthOf(1);
  });

  it('credit each refund once, without gaps, also when two come at once', async () => {
    await Promise.all([refund(300, 300), refund(1000, 700), refund(300, 300)]);
    await refund(2290, 1290);
    await refund(2290, 1290);
    const year = new Date().getUTCFullYear();
    const [invoice, ...notes] = await listed();
    expect(invoice).to.deep.include({ number: '2026-000007', kind: 'INVOICE', amount: 2290 });
    expect(notes.map(({ amount }) => amount)).to.deep.equal([300, 700, 1290]);
    const numbers = [1, 2, 3].map((number) => `C${year}-00000${number}`);
    expect(notes.map(({ number }) => number)).to.have.members(numbers);
    const [sums] = await shop.database.query<{ sums: object }>(
      `select jsonb_object_agg(rate, array[net, tax]) as sums from (
         select t.rate, sum(t.net) as net, sum(t.tax) as tax
         from credit_note, jsonb_to_recordset(taxes) as t (rate int, net int, tax int) group by 1) each`,
    );
    expect(sums?.sums).to.deep.equal({ 700: [458, 32], 1900: [1513, 287] });
  });

  it('give a credit note that names the invoice, what is credited, and the VAT in it', async () => {
    await refund(1145, 1145);
    const [, note] = await listed();
    expect(note?.url).to.equal(`/orders/o1/documents/${note?.number}?key=key`);
    const { all } = await read(note?.number ?? '');
    expect(all).to.contain(`Credit note ${note?.number}`).and.contain('Correction of invoice 2026-000007');
    expect(all)
      .to.contain('Amount credited €11.45\n')
      .and.contain('VAT 19% €7.56 €1.44 €9.00\nVAT 7% €2.29 €0.16 €2.45\n');
  });

  it('credit what an earlier version of orders tells of, and an order that is cancelled before it is paid', async () => {
    orders.set('o1', { ...soundOrder, totals: { ...soundOrder.totals, refunded: 500 } });
    await shop.publish('order.refunded', { orderId: 'o1' });
    await shop.publish('order.refunded', { orderId: 'o1' });
    const other = { ...soundOrder, id: 'o2', invoiceNumber: '2026-000008' };
    // Late money came before the event.
    orders.set('o2', other);
    await shop.publish('order.cancelled', { orderId: 'o2' });
    expect(await shop.database.query('select order_id as id from credit_note')).to.deep.equal([{ id: 'o1' }]);
    orders.set('o2', { ...other, state: 'CANCELLED' });
    for (let time = 0; time < 2; time++) await shop.publish('order.cancelled', { orderId: 'o2' });
    const rows = await shop.database.query('select order_id as id, amount from credit_note order by 1');
    expect(rows).to.deep.equal([
      { id: 'o1', amount: 500 },
      { id: 'o2', amount: 2290 },
    ]);
  });

  for (const [what, events] of [
    ['before', ['order.refunded', 'order.cancelled']],
    ['after', ['order.cancelled', 'order.refunded']],
  ] as const)
    it(`credit an order whole that was credited in part, whose event comes ${what} that of its end`, async () => {
      orders.set('o1', { ...soundOrder, state: 'CANCELLED', totals: { ...soundOrder.totals, refunded: 1000 } });
      for (const event of events)
        await shop.publish(event, {
          orderId: 'o1',
          ...(event === 'order.refunded' && { refunded: 1000, amount: 1000 }),
        });
      const [, ...notes] = await listed();
      expect(notes.map(({ amount }) => amount)).to.deep.equal([1000, 1290]);
      const [sums] = await shop.database.query(
        `select sum(t.net)::integer as net, sum(t.tax)::integer as tax
         from credit_note, jsonb_to_recordset(taxes) as t (net int, tax int)`,
      );
      expect(sums).to.deep.equal({ net: 1513 + 458, tax: 287 + 32 });
    });

  it('are linked on the page of the order and at the desk', async () => {
    await refund(300, 300);
    const [invoice, note] = await listed();
    const { html } = await shop.page('/orders/o1?key=key');
    for (const { url, number } of [invoice, note].filter((each) => each !== undefined))
      expect(html).to.contain(`href="${url}"`).and.contain(number);
    expect((await shop.page('/orders/o1')).html).to.not.contain('2026-000007');
    const page = await shop.page('/desk/orders/o1', { token: desk });
    expect(page.html).to.contain('href="/orders/o1/documents/2026-000007"').and.contain('Invoice and credit notes');
    const other = await shop.token({ permissions: ['stock:write'] });
    expect((await shop.page('/desk/orders/o1', { token: other })).html).to.not.contain('2026-000007');
  });
});
