import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('the look of the shop', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  it("shows price and delivery on a phone's first screen, beside the picture", async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 390, height: 844 } });
    const { page } = window;
    await page.goto('/products/1001');
    const picture = await page.getByRole('main').locator('img').first().boundingBox();
    const price = await page.getByText('€12.90').first().boundingBox();
    const delivery = await page.getByText('Delivery €4.90').boundingBox();
    expect((delivery?.y ?? 999) + (delivery?.height ?? 0)).to.be.below(844);
    expect(price?.x).to.be.above((picture?.x ?? 0) + (picture?.width ?? 0));
  });

  it('shows how many reviews gave how many stars, and related products', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1001');
    const counts = await page.getByRole('list', { name: 'Ratings' }).getByRole('listitem').allInnerTexts();
    expect(counts).to.have.lengthOf(5);
    const related = page.getByRole('navigation', { name: 'You may also like' }).getByRole('link');
    expect(await related.allInnerTexts())
      .to.have.lengthOf(4)
      .and.to.include('Vitamin B Complex');
  });

  it('has other links in its header before that of the checkout, which says that nothing can be ordered', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/checkout');
    const links = await page.getByRole('navigation', { name: 'Shop' }).getByRole('link').allInnerTexts();
    expect(links).to.deep.equal(['Sign in', 'Checkout']);
    expect(await page.getByRole('main').innerText()).to.contain('Nothing can be ordered here yet');
  });

  it('offers a search where nothing is', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    expect((await page.goto('/nowhere'))?.status()).to.equal(404);
    await page.getByLabel('What are you looking for?', { exact: true }).last().fill('rooibos');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/?search=rooibos');
  });

  it('suggests products for a search that finds nothing, and names a correction', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/?search=qqqqqq');
    expect(await page.getByRole('region', { name: 'You may also like' }).getByRole('link').count()).to.equal(4);
    await page.goto('/?search=vitmin');
    expect(await page.getByRole('main').innerText()).to.contain('for vitamin. There is nothing for “vitmin”');
  });

  it('has its forms in the middle', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 1280, height: 800 } });
    const { page } = window;
    for (const path of ['/sign-in', '/register']) {
      await page.goto(path);
      const box = await page.getByRole('main').locator('form').boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0) / 2, path).to.be.closeTo(640, 10);
    }
  });
});
