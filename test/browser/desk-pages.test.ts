import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { postForm } from '../support/browse.ts';
import { accessibilityFindings, openForTests, openPage } from '../support/browser.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const sku = 'VIT-C1000-90';

describe('all pages of the desk, in a browser', function () {
  this.timeout(600_000);
  let shop: TestGateway;
  let browser: Browser;
  let token: string;
  /** By page: the addresses to look at. A page of any extension whose path has no parameters needs no entry. */
  let table: Readonly<Record<string, readonly string[]>>;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  before(async () => {
    const permissions = deskPages().flatMap((page) => page.permissions);
    token = await shop.token([...new Set(permissions)], 'boss');
    const buyer = await fillCart(shop.url, sku);
    const fields = await checkoutFields(shop.url, buyer, { paymentMethod: 'invoice' });
    const placed = await postForm(`${shop.url}/checkout`, fields, buyer);
    const order = new URL(placed.location ?? '', shop.url).pathname;
    const ann = { name: 'Ann', email: 'ann@example.org', password: 'four words are enough' };
    expect((await shop.rest('POST', '/customers', { body: ann })).status).to.equal(201);
    const [customer] = await shop
      .database('customers')
      .query<{ id: string }>('select customer_id::text as id from customer');
    const [numbered] = await shop.database('orders').query<{ number: string }>('select number::text from orders');
    const upload = async (path: string, csv: string) => {
      const { body } = await shop.rest<{ data: { importId: string } }>('POST', path, { token, body: { csv } });
      return `${path}/${body.data.importId}`;
    };
    const prices = `sku,price\n${sku},13.50\n`;
    await shop.rest('POST', `/desk/notes${order.replace('orders', 'order')}`, {
      token,
      body: { text: 'Calls again.', key: 'k' },
    });
    const numbers = `numbers=${numbered?.number}`;
    table = {
      deskCategory: ['/desk/categories/2'],
      deskContentPage: ['/desk/content/imprint'],
      deskCustomer: [`/desk/customers/${customer?.id}`],
      deskImportPreview: [await upload('/desk/products/import', prices)],
      deskMembers: ['/desk/members', `/desk/members?invited=${'a'.repeat(32)}`],
      deskNotes: [`/desk/notes${order.replace('orders', 'order')}`],
      deskOrder: [`/desk${order}`],
      deskOrders: ['/desk/orders', '/desk/orders?done=2'],
      deskOrderSlip: [`/desk${order}/slip`],
      deskOrderSlips: [`/desk/orders/slips?${numbers}`],
      deskPickList: [`/desk/orders/pick-list?${numbers}`],
      deskPriceImport: ['/desk/price-lists/1/import'],
      deskPriceList: ['/desk/price-lists/1'],
      deskPricePreview: [await upload('/desk/price-lists/1/import', prices)],
      deskProduct: ['/desk/products/1002'],
      deskProductRemoval: ['/desk/products/1002/removal'],
      deskProducts: ['/desk/products?select=all'],
      deskReview: ['/desk/reviews/1'],
      deskReviews: ['/desk/reviews?state=PUBLISHED'],
      deskSending: [`/desk/orders/sending?${numbers}`],
      deskSku: [`/desk/stock/${sku}`],
      deskStockPreview: [await upload('/desk/stock/csv/import', `sku,onHand\n${sku},-1\n`)],
    };
  });

  const deskPages = () => [...shop.gateway.pages.groups.values()].filter(({ path }) => /^\/desk(\/|$)/.test(path));

  function addresses(): readonly string[] {
    const unknown = deskPages().filter(({ group, path }) => !(group in table) && path.includes(':'));
    expect(unknown.map(({ group, path }) => `${group} (${path}) needs an address in the table above`)).to.deep.equal(
      [],
    );
    return deskPages().flatMap(({ group, path }) => table[group] ?? [path]);
  }

  it('are all that the table names', () => {
    const groups = new Set(deskPages().map(({ group }) => group));
    expect(Object.keys(table).filter((group) => !groups.has(group))).to.deep.equal([]);
    expect(addresses()).to.have.length.above(30);
  });

  for (const width of [390, 1280])
    it(`have no finding of axe-core, in light and dark, and nothing beside the window, ${width} wide`, async () => {
      await using window = await openPage(browser, shop.url, { viewport: { width, height: 800 } });
      const { page, problems } = window;
      await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
      const findings: string[] = [];
      const open = async (address: string): Promise<void> => {
        const status = (await page.goto(address))?.status();
        if (status !== 200) findings.push(`${address}: answered ${status}`);
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          findings.push(`${address}: wider than the window`);
      };
      for (const address of addresses()) {
        // Arabic has no other colours and roles, but other places.
        if (width === 390) await open(`/ar${address}`);
        await open(address);
        const found = await accessibilityFindings(page);
        findings.push(...found.map((finding) => `${address}: ${finding}`));
      }
      expect([findings, problems]).to.deep.equal([[], []]);
    });
});
