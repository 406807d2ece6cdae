import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { postForm } from '../support/browse.ts';
import { accessibilityFindings, follow, openForTests, openPage } from '../support/browser.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

const id = '11111111-1111-4111-8111-111111111111';
const permissions = ['desk:use', 'orders:write', 'notes:write'];
/** More stops than a page of the desk has. */
const mostStops = 60;

describe('an order at the desk, in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    // The provider of card payments has to know where the shop is.
    async () => startGateway({ overrides: { port: await freePort(), adminPort: 0 } }),
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
         5000, '[]', '/orders/x', '', '2020-000001')`,
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
    await follow(page.getByRole('button', { name: 'Mark as sent' }));
    expect(await page.locator('#parcels').innerText()).to.match(
      /Parcel 1[\s\S]*AB 1[\s\S]*1 × Nettle tea[\s\S]*2 × Nettle tea[\s\S]*1 × Teapot/,
    );
    await follow(page.getByRole('link', { name: 'Packing slip of parcel 1' }));
    expect(await page.getByRole('row').count()).to.equal(2);
    await page.goBack();
    await page.getByLabel('New note').fill('The teapot\nis on its way.');
    await follow(page.locator('#notes').getByRole('button', { name: 'Add' }));
    expect(await page.locator('#notes').innerText()).to.contain('is on its way.');
  });

  it('is placed by hand for a customer who calls, and each step has no finding of axe-core', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 390, height: 800 } });
    const { page } = window;
    await enter(page);
    await page.goto('/desk/orders');
    await page.getByRole('link', { name: 'New order' }).click();
    await expectNoFindings(page);
    for (const [label, value] of [
      ['E-mail address', 'bea@example.org'],
      ['Name', 'Bea Lee'],
      ['Street and number', '1 High Street'],
      ['Postcode', 'D01 AB12'],
      ['City', 'Dublin'],
      ['Item 1: number or words', 'VIT-C1000-90'],
      ['Pieces of item 1', '2'],
      ['Item 2: number or words', 'nettle leaf'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await follow(page.getByRole('button', { name: 'Look at it' }));
    expect(await page.getByRole('alert').innerText()).to.contain('Nothing is ordered yet');
    const review = page.locator('#review');
    expect(await review.innerText()).to.match(/2 × Vitamin C 1000 mg[\s\S]*1 × Nettle Leaf Tea[\s\S]*Total\s+€35\.80/);
    await expectNoFindings(page);
    await review.getByLabel('Payment').selectOption('Cash on delivery');
    await follow(page.getByRole('button', { name: 'Place the order' }));
    expect(await page.getByRole('status').innerText()).to.equal('The order is placed.');
    expect(await page.getByRole('main').innerText()).to.match(/bea@example\.org[\s\S]*Cash on delivery/);
    await expectNoFindings(page);
  });

  it('is sent, paid back and noted with the keyboard alone', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    await enter(page);
    const paid = await payOrder();
    const press = (key: string) => page.keyboard.press(key);
    const main = page.getByRole('main');
    const button = (name: string) => main.getByRole('button', { name, exact: true });
    /** What a form said, and whether the next stop of the Tab key is below it. */
    const saved = async (text: string): Promise<void> => {
      const message = page.locator('#saved').filter({ hasText: text });
      await message.waitFor();
      await page.waitForLoadState();
      // With its first frames, the page scrolls to the message, and Tab begins there.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await isInWindow(message), text).to.equal(true);
      await press('Tab');
      const isBelow = await message.evaluate(
        (place) => place.compareDocumentPosition(document.activeElement ?? place) === Node.DOCUMENT_POSITION_FOLLOWING,
      );
      expect(isBelow, `after “${text}”`).to.equal(true);
    };

    await page.goto('/desk/orders');
    await press('Tab');
    await press('Enter');
    await tabTo(page, main.getByRole('link', { name: paid.number }));
    await press('Enter');
    await main.getByRole('heading', { name: `Order ${paid.number}` }).waitFor();
    await page.waitForLoadState();
    await tabTo(page, main.getByLabel(/Vitamin C 1000 mg/));
    await press('ArrowDown');
    await tabTo(page, main.getByLabel('Tracking number'));
    await page.keyboard.type('AB 1');
    await tabTo(page, button('Mark as sent'));
    await press('Enter');
    await saved('The parcel is marked as sent.');
    expect(await page.locator('#parcels').innerText()).to.match(/AB 1[\s\S]*1 × Vitamin C[\s\S]*1 × Vitamin C/);
    await tabTo(page, button('Mark as sent'));
    await press('Enter');
    await main.getByRole('link', { name: 'Packing slip of parcel 2' }).waitFor();
    await saved('The parcel is marked as sent.');
    await tabTo(page, main.getByLabel('Amount'));
    await page.keyboard.type('5');
    await press('Enter');
    await saved('The amount is being paid back.');
    expect(await main.innerText()).to.match(/Paid back\s+€5\.00/);
    await tabTo(page, main.getByLabel('New note'));
    await page.keyboard.type('Was glad.');
    await tabTo(page, button('Add'));
    await press('Enter');
    await saved('The note is saved.');
    await tabTo(page, button('Remove'));
    await press('Enter');
    await saved('The note is removed.');
    await page.goto(`/desk/orders/${paid.id}`);
    await tabTo(page, main.getByRole('link', { name: 'Packing slip of parcel 1' }));
    await press('Enter');
    await page.getByText('Print this page').waitFor();
    await page.waitForLoadState();
    expect(await page.getByRole('row').count()).to.equal(2);
    expect(problems).to.deep.equal([]);
  });

  /** An order of two pieces whose buyer has paid by card. */
  async function payOrder(): Promise<{ readonly id: string; readonly number: string }> {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    const buyer = await fillCart(shop.url, 'VIT-C1000-90', '2');
    const fields = await checkoutFields(shop.url, buyer, { paymentMethod: 'card' });
    const { location } = await postForm(`${shop.url}/checkout`, fields, buyer);
    await page.goto(location ?? '');
    await page.locator('a[rel="noreferrer"]').click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('You have paid').waitFor();
    const paid = async () =>
      await shop
        .database('orders')
        .query<{ id: string; number: string }>("select order_id as id, number::text from orders where state = 'PAID'");
    // The page of the order asks for the payment.
    await waitUntil(async () => {
      await page.goto(location ?? '');
      return (await paid()).length > 0;
    });
    return (await paid())[0] ?? expect.fail('not paid');
  }
});

async function expectNoFindings(page: Page): Promise<void> {
  expect(await accessibilityFindings(page), page.url()).to.deep.equal([]);
}

/** Presses Tab until this has the focus. What has it on the way there shows it, and is in sight. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const focused = page.locator(':focus');
  for (let presses = 0; presses < mostStops; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const look = await focused.evaluate((element) => [element.outerHTML, getComputedStyle(element).outlineStyle]);
    expect(look[1], look[0]).to.equal('solid');
    expect(await isInWindow(focused), look[0]).to.equal(true);
  }
  expect.fail(`The Tab key does not reach ${target}.`);
}

async function isInWindow(what: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await what.boundingBox()) ?? {};
  return y >= 0 && y + height <= (what.page().viewportSize()?.height ?? 0);
}
