import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('stock: back in stock by mail', () => {
  let shop: TestExtension;
  /** What the shop does not sell now. */
  const drafts = new Set<unknown>();
  before(async () => {
    shop = await openExtension('stock', {
      seed: false,
      locales: ['en-IE', 'de', 'ar'],
      mocks: {
        Query: { variants: (_root, { skus }) => [skus].flat().map((sku) => (drafts.has(sku) ? null : { sku })) },
        Product: { name: 'Tea', variants: [{ sku: 'A', label: 'Small' }, { sku: 'B' }] },
        Customer: { email: 'ann@example.org' },
      },
    });
  });
  after(async () => await shop.close());
  beforeEach(async () => {
    for (const table of ['stock_request', 'level']) await shop.database.query(`delete from ${table}`);
    await setOnHand('A', 0);
  });

  const setOnHand = (sku: string, onHand: number) =>
    shop.database.query(
      'insert into level (sku, on_hand) values ($1, $2) on conflict (sku) do update set on_hand = $2',
      [sku, onHand],
    );
  const askFor = (email: string, locale = '') => shop.form(`${locale}/products/1/stock-requests`, { sku: 'A', email });
  const mailsTo = async (email: string) => (await shop.mails()).filter(({ to }) => to === email);
  const linksOf = (html = '') =>
    [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replace(shop.url, ''));
  const newestLinks = async (email: string) => linksOf((await mailsTo(email)).at(-1)?.html);
  const requests = () => shop.database.query<{ email: string }>('select email from stock_request order by email');

  it('has a form where a variant is sold out, and nowhere else', async () => {
    expect((await shop.page('/products/1')).html).to.contain('id="stock-email"');
    await setOnHand('A', 1);
    expect((await shop.page('/products/1')).html).not.to.contain('id="stock-email"');
  });

  it('mails a confirmed address once, in its language, when pieces are there', async () => {
    const { status, location } = await askFor(' Once@Example.org ', '/de');
    expect([status, location]).to.deep.equal([303, '/de/back-in-stock?done=asked']);
    expect((await shop.page('/de/back-in-stock?done=asked')).html).to.contain('Eine E-Mail ist unterwegs');
    const [confirm = '', forget] = await newestLinks('once@example.org');
    expect((await shop.page(confirm)).html).to.contain('Adresse bestätigen');
    expect((await shop.form(confirm, {})).location).to.equal('/de/back-in-stock?done=confirmed');
    await shop.runJob('mailBackInStock');
    expect(await mailsTo('once@example.org')).to.have.length(1);
    await setOnHand('A', 3);
    await Promise.all([shop.runJob('mailBackInStock'), shop.runJob('mailBackInStock')]);
    await shop.runJob('mailBackInStock');
    const mails = await mailsTo('once@example.org');
    expect(mails.map(({ subject }) => subject).slice(1)).to.deep.equal(['Tea ist wieder da']);
    expect(linksOf(mails[1]?.html)).to.deep.equal(['/de/products/1', forget]);
    const late = await shop.form(confirm, {});
    expect([late.status, late.html.includes('Dieser Link gilt nicht mehr')]).to.deep.equal([400, true]);
  });

  it('begins anew after the mail, with what holds by then', async () => {
    await askFor('again@example.org');
    const [confirm = '', forget = ''] = await newestLinks('again@example.org');
    await shop.database.query("update stock_request set confirmed_at = now(), sent_at = now(), product_name = 'Old'");
    const body = { sku: 'A', email: 'again@example.org' };
    const token = await shop.token({ id: 'ann' });
    await shop.form('/de/products/2/stock-requests', body, { token });
    expect(await newestLinks('again@example.org')).to.deep.equal([`/de${confirm}`, `/de${forget}`]);
    await shop.form(confirm, {});
    await setOnHand('A', 3);
    await shop.runJob('mailBackInStock');
    const mail = (await mailsTo('again@example.org')).at(-1);
    expect([mail?.subject, ...linksOf(mail?.html)]).to.deep.equal([
      'Tea ist wieder da',
      '/de/products/2',
      `/de${forget}`,
    ]);
    expect(await shop.database.query('select customer from stock_request')).to.deep.equal([{ customer: 'ann' }]);
  });

  it('waits with the mail as long as the product is a draft', async () => {
    drafts.add('A');
    await askFor('draft@example.org');
    const [confirm = ''] = await newestLinks('draft@example.org');
    await shop.form(confirm, {});
    await setOnHand('A', 3);
    await shop.runJob('mailBackInStock');
    expect(await mailsTo('draft@example.org')).to.have.length(1);
    drafts.clear();
    await shop.runJob('mailBackInStock');
    expect(await mailsTo('draft@example.org')).to.have.length(2);
  });

  it('mails no address that has not confirmed, and forgets it', async () => {
    await askFor('silent@example.org');
    await setOnHand('A', 3);
    await shop.runJob('mailBackInStock');
    expect(await mailsTo('silent@example.org')).to.have.length(1);
    await shop.database.query("update stock_request set created_at = now() - interval '3 days'");
    await shop.runJob('forgetRequests');
    expect(await requests()).to.deep.equal([]);
  });

  it('answers the same, by the same work, for an address that already waits', async () => {
    const answer = async () => {
      shop.queries();
      const { status, location, html } = await askFor('known@example.org');
      return { status, location, html, queries: shop.queries() };
    };
    const first = await answer();
    const [confirm = ''] = await newestLinks('known@example.org');
    await shop.form(confirm, {});
    expect(await answer()).to.deep.equal(first);
    expect((await newestLinks('known@example.org'))[0]).to.equal(confirm);
  });

  it('limits the requests for one address', async () => {
    for (let count = 0; count < 3; count += 1) await askFor('often@example.org');
    expect((await askFor('often@example.org')).status).to.equal(429);
    expect(await mailsTo('often@example.org')).to.have.length(3);
  });

  it('leads from a refused address back to the product', async () => {
    const [, action = ''] =
      /id="stock-request"[^>]* action="([^"]+)"/.exec((await shop.page('/products/1')).html) ?? [];
    const { status, html } = await shop.form(action, { sku: 'A', email: 'ann@localhost' });
    expect(status).to.equal(400);
    expect(html).to.match(/href="[^"]*#stock-request">Tea</);
  });

  it('refuses what is no address, and a variant of another product', async () => {
    for (const email of ['no address', '<ann@example.org>', 'a,b@example.org', 'a\0@example.org'])
      expect((await askFor(email)).status, email).to.equal(400);
    const other = await shop.rest('POST', '/products/1/stock-requests', { body: { sku: 'X', email: 'x@example.org' } });
    expect(other.status).to.equal(404);
    expect(await requests()).to.deep.equal([]);
  });

  it('forgets an address by the link, and requests that are old or answered', async () => {
    await askFor('leaves@example.org');
    await askFor('stays@example.org');
    const [confirm = '', forget = ''] = await newestLinks('leaves@example.org');
    expect((await shop.page(forget)).html).to.contain('Forget my address');
    expect((await shop.form(forget, {})).location).to.equal('/back-in-stock?done=forgotten');
    expect(await requests()).to.deep.equal([{ email: 'stays@example.org' }]);
    expect((await shop.form(confirm, {})).status).to.equal(400);
    await shop.database.query("update stock_request set confirmed_at = now(), sent_at = now() - interval '8 days'");
    await shop.runJob('forgetRequests');
    expect(await requests()).to.deep.equal([]);
  });

  it("exports and erases a customer's requests", async () => {
    const body = { sku: 'A', email: 'ann@example.org' };
    await shop.rest('POST', '/products/1/stock-requests', { body, token: await shop.token({ id: 'ann' }) });
    const text = '{ customerRecords(customer: "ann") { topic json } }';
    const { data } = await shop.ask<{ customerRecords: { topic: string; json: string }[] }>(text);
    expect(data?.customerRecords.find(({ topic }) => topic === 'stockRequests')?.json).to.contain('ann@example.org');
    await shop.publish('customer.deleted', { customerId: 'ann' });
    expect(await requests()).to.deep.equal([]);
  });

  for (const [what, forget] of [
    ['product that is deleted', () => shop.publish('product.deleted', { productId: '1', skus: ['A'] })],
    ['variant that is removed', () => shop.publish('variant.removed', { productId: '1', sku: 'A' })],
  ] as const)
    it(`forgets who waits for a ${what}, and nothing of what is counted`, async () => {
      await shop.database.query("update level set on_hand = 3, reserved = 3 where sku = 'A'");
      await setOnHand('B', 0);
      await shop.database.query(`
        insert into stock_request (sku, email, key, locale, product_name, address, forget_address)
        select sku, sku || '@example.org', sku, 'en-IE', '', '', '' from unnest(array['A', 'B']) as sku`);
      const before = await requests();
      await forget();
      expect(before.length - (await requests()).length).to.equal(1);
      expect(await shop.database.query("select on_hand, reserved from level where sku = 'A'")).to.deep.equal([
        { on_hand: 3, reserved: 3 },
      ]);
    });
});
