import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFindings, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const id = '11111111-1111-4111-8111-111111111111';
const permissions = ['desk:use', 'orders:write', 'notes:write'];

describe('an order at the desk, in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );
  before(async () => {
    const orders = shop.database('orders');
    await orders.query(
      `insert into orders (order_id, state, form_digest, request_digest, locale, email, name, address, cart_id, delivery_method,
         delivery_label, payment_method, payment_label, goods, reduction, delivery, fees, total, taxes, path, origin, invoice_number)
       values ($1, 'CONFIRMED', 'f', 'r', 'en-IE', 'ann@example.org', 'Ann', $2, 'c', 'd', 'Parcel', 'p', 'Invoice', 5000, 0, 0, 0,
         5000, '[]', '/orders/x', '', '2026-000001')`,
      [id, { name: 'Ann', street: 'Way 1', postcode: '10115', city: 'Berlin', country: 'DE' }],
    );
    await orders.query(
      `insert into order_line (order_id, position, sku, name, label, quantity, unit, gross, reduction)
       values ($1, 1, 'TEA 1', 'Nettle tea', '50 g', 3, 1000, 3000, 0), ($1, 2, 'POT', 'Teapot', null, 1, 2000, 2000, 0)`,
      [id],
    );
  });

  async function enter(page: Page): Promise<void> {
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${await shop.token(permissions)}` });
  }

  it('is sent in two parcels, and has a note, without JavaScript', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await enter(page);
    await page.goto(`/desk/orders/${id}`);
    await page.getByLabel('Nettle tea · 50 g').fill('1');
    await page.getByLabel('Teapot').fill('0');
    await page.getByLabel('Tracking number').fill('AB 1');
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    expect(await page.locator('#parcels').innerText()).to.match(
      /Parcel 1[\s\S]*AB 1[\s\S]*1 × Nettle tea[\s\S]*2 × Nettle tea[\s\S]*1 × Teapot/,
    );
    await page.getByRole('link', { name: 'Packing slip of parcel 1' }).click();
    expect(await page.getByRole('row').count()).to.equal(2);
    await page.goBack();
    await page.getByLabel('New note').fill('The teapot\nis on its way.');
    await page.locator('#notes').getByRole('button', { name: 'Add' }).click();
    expect(await page.locator('#notes').innerText()).to.contain('is on its way.');
  });

  for (const width of [390, 1280])
    it(`has no finding of axe-core, and nothing beside the window, ${width} wide`, async () => {
      await using window = await openPage(browser, shop.url, { viewport: { width, height: 800 } });
      const { page, problems } = window;
      await enter(page);
      const findings: string[] = [];
      for (const address of [
        `/desk/orders/${id}`,
        `/orders/${id}`,
        '/desk/orders?state=PARTLY_SENT',
        `/desk/notes/order/${id}`,
        '/desk/orders/new',
        '/de/desk/orders/new',
        '/ar/desk/orders/new',
      ]) {
        await page.goto(address);
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const found = [...(await accessibilityFindings(page)), ...(wide === true ? ['wider than the window'] : [])];
        findings.push(...found.map((finding) => `${address}: ${finding}`));
      }
      expect([findings, problems]).to.deep.equal([[], []]);
    });
});
