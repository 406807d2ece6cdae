import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { follow, isHydrated, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const permissions = ['desk:use', 'orders:write', 'catalog:write', 'reviews:moderate'];
const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

describe('lists of the desk, in a browser', () => {
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
    for (const [index, id] of ids.entries()) {
      await orders.query(
        `insert into orders (order_id, state, form_digest, request_digest, locale, email, name, address, cart_id, delivery_method,
           delivery_label, payment_method, payment_label, goods, reduction, delivery, fees, total, taxes, path, origin, invoice_number)
         values ($1, 'CONFIRMED', $3, 'r', 'en-IE', 'ann@example.org', 'Ann', $2, $3, 'd', 'Parcel', 'p', 'Invoice', 3000, 0, 0, 0,
           3000, '[]', '/orders/x', '', $4)`,
        [
          id,
          { name: 'Ann', street: 'Way 1', postcode: '10115', city: 'Berlin', country: 'DE' },
          `f${index}`,
          `2026-00000${index + 1}`,
        ],
      );
      await orders.query(
        `insert into order_line (order_id, position, sku, name, label, quantity, unit, gross, reduction)
         values ($1, 1, 'TEA 1', 'Nettle tea', '50 g', 3, 1000, 3000, 0)`,
        [id],
      );
    }
  });

  async function enter(page: Page): Promise<void> {
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${await shop.token(permissions)}` });
  }

  it('orders are picked and sent together, without JavaScript', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await enter(page);
    await page.goto('/desk/orders?state=TO_SEND');
    await page.getByRole('link', { name: 'Select all on this page' }).click();
    await follow(page.getByRole('button', { name: 'Pick list' }));
    expect(await page.getByRole('row', { name: 'Nettle tea' }).innerText()).to.match(/^6\s/);
    await page.goBack();
    await follow(page.getByRole('button', { name: 'Mark as sent' }));
    expect(await page.getByRole('row').count()).to.equal(3);
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    expect(await page.getByRole('status').innerText()).to.equal('Done: 2.');
  });

  it('products become drafts by the keyboard, with what the list shows kept', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    await enter(page);
    await page.goto('/desk/products?search=tea&sort=name');
    const boxes = page.getByRole('checkbox');
    const all = await boxes.count();
    const link = page.getByRole('link', { name: 'Select all on this page' });
    await page.locator('stoa-island', { has: link }).evaluate(isHydrated);
    await link.press('Enter');
    await page.getByRole('link', { name: 'Select none' }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).to.equal(all);
    expect(page.url()).to.not.contain('select=');
    await page.getByRole('link', { name: 'Select none' }).press('Enter');
    await link.waitFor();
    await boxes.first().press('Space');
    await page.getByRole('button', { name: 'Make a draft' }).press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').innerText()).to.equal('Done: 1.');
    expect(page.url()).to.contain('search=tea').and.to.contain('sort=name').and.to.contain('done=1');
    expect(problems).to.deep.equal([]);
  });

  it('a view is saved, followed and removed, without JavaScript', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await enter(page);
    await page.goto('/desk/products?search=tea&state=published&page=1');
    await page.getByText('Columns').click();
    await follow(page.getByRole('link', { name: 'Hide: Category' }));
    expect(await page.getByRole('columnheader', { name: 'Category' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(page.url()).to.contain('hide=category');
    await page.getByText('Save this view').first().click();
    await page.getByLabel('Name of the view').fill('Teas');
    await page.getByRole('button', { name: 'Save this view' }).click();
    const view = page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Teas' });
    expect(await view.getAttribute('aria-current')).to.equal('page');
    await page.goto('/desk/products');
    await view.click();
    expect(page.url()).to.match(/\/desk\/products\?search=tea&state=published&hide=category$/);
    await page.goto('/desk/views');
    await follow(page.getByRole('button', { name: 'Remove Teas' }));
    expect(await page.getByText('You have not saved a view yet.').count()).to.equal(1);
  });
});
