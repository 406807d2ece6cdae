import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { accessibilityFindings, follow, isHydrated, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

const permissions = ['desk:use', 'catalog:write', 'stock:write', 'pricing:write'];

describe('goods at the desk, in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  async function enter(page: Page): Promise<void> {
    const token = await shop.token(permissions);
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
  }

  it('asks before the save of one form loses what was typed into another', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await enter(page);
    await page.goto('/desk/products/1002');
    await page.locator('stoa-island').first().evaluate(isHydrated);
    const description = page.getByLabel('Description').first();
    await description.pressSequentially('Not saved. ');
    const stock = page.locator('#stock');
    await stock.getByLabel('On hand').first().fill('7');
    const save = stock.getByRole('button', { name: 'Save' }).first();
    const [question] = await Promise.all([page.waitForEvent('dialog'), save.click({ noWaitAfter: true })]);
    expect(question.type()).to.equal('beforeunload');
    await question.dismiss();
    expect(await description.inputValue()).to.contain('Not saved. ');
    expect(await stock.getByLabel('On hand').first().inputValue()).to.equal('7');
  });

  it('sells what a merchant adds: a product with a picture, a stock and a price, without JavaScript', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await enter(page);
    await page.goto('/desk/products');
    await page.getByRole('link', { name: 'New product' }).click();
    await page.getByLabel('Item number').fill('NETTLE-1');
    await page.getByLabel('Name', { exact: true }).fill('Nettle Tea');
    await page.getByLabel('Price').fill('4.50');
    await page.getByLabel('State').selectOption('Published');
    await page.getByRole('button', { name: 'Add' }).click();
    expect(await page.getByRole('status').innerText()).to.equal('Saved.');

    const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const picture = page.locator('section', { has: page.getByRole('heading', { name: 'Its picture' }) });
    await picture.getByLabel('What it shows').fill('A green box');
    await picture.getByLabel('File').setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer });
    await follow(picture.getByRole('button', { name: 'Add' }));
    expect(await page.getByRole('status').innerText()).to.equal('The pictures are saved.');
    expect(await picture.count()).to.equal(0);

    const stock = page.locator('#stock');
    await stock.getByLabel('On hand').fill('3');
    await stock.getByLabel('Reason').selectOption('Delivery');
    await stock.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('#stock').getByRole('status').innerText()).to.equal('The stock is saved.');

    const prices = page.locator('#prices');
    await prices.getByLabel('Price list').selectOption('Autumn');
    await prices.getByLabel('Price', { exact: true }).fill('3.90');
    await prices.getByRole('button', { name: 'Save' }).click();

    await page.goto('/products/nettle-tea');
    expect(await page.getByRole('main').innerText())
      .to.contain('€3.90')
      .and.contain('Only 3 left');
    const shown = page.getByRole('img', { name: 'A green box' });
    expect((await page.request.get((await shown.getAttribute('src')) ?? '')).status()).to.equal(200);

    // The picture is wider than high, and the card is a square.
    await page.goto('/');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Nettle Tea' }) });
    const fits = await card
      .first()
      .locator('img')
      .evaluate((image) => getComputedStyle(image).objectFit);
    expect(fits).to.equal('cover');
  });

  it('shows a refused form at its field, and keeps what was typed', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await enter(page);
    await page.goto('/desk/products/1003');
    const facts = page.locator('#facts');
    await facts.getByLabel('Price').fill('much');
    await facts.getByRole('button', { name: 'Save' }).click();
    const price = page.locator('#facts').getByLabel('Price');
    expect([await price.inputValue(), await price.getAttribute('aria-invalid')]).to.deep.equal(['much', 'true']);
    expect(await accessibilityFindings(page)).to.deep.equal([]);
  });

  it('counts by a file of a spreadsheet: what is wrong by line, what would change, and what has changed', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 390, height: 800 } });
    const { page } = window;
    await enter(page);
    const choose = async (csv: string) => {
      await page.goto('/desk/stock');
      await page.getByRole('link', { name: 'Import CSV' }).click();
      const file = { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel('Choose a file').setInputFiles(file);
      await waitUntil(async () => (await page.locator('textarea').first().inputValue()) !== '');
      await page.getByRole('button', { name: 'Look at it' }).click();
      expect(await accessibilityFindings(page)).to.deep.equal([]);
    };
    await choose('sku,onHand\nVIT-C1000-90,a lot\n');
    expect(await page.getByRole('table', { name: 'What is wrong' }).innerText()).to.contain(
      'Enter a whole number from 0 on.',
    );
    await choose('sku;onHand;reason\nVIT-C1000-90;160;delivery\nNETTLE-2;4;\n');
    expect(await page.getByRole('table').innerText()).to.match(/onHand: \d+ → 160/);
    await page.getByRole('button', { name: 'Import' }).click();
    expect(await page.getByRole('status').innerText()).to.equal('The file is imported.');
    await page.goto('/desk/stock/NETTLE-2');
    expect(await page.getByLabel('On hand').inputValue()).to.equal('4');
  });
});
