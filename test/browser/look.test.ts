import { expect } from 'chai';
import type { Browser, Locator } from 'playwright-core';
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

  it("shows price beside the picture, and button and delivery below, on a phone's first screen", async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 390, height: 844 } });
    const { page } = window;
    await page.goto('/products/1001');
    const boxOf = async (what: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {};
      return { left: x, right: x + width, top: y, bottom: y + height };
    };
    for (const address of ['/products/1001', '/products/1049']) {
      await page.goto(address);
      const picture = await boxOf(page.getByRole('main').locator('img').first());
      const price = await boxOf(page.getByText(/^€\d+\.[79]0( |$)/).first());
      expect(price.left, address).to.be.above(picture.right);
      expect(price.right, address).to.be.at.most(390);
      expect(price.top, address).to.be.below(picture.bottom);
      const button = await boxOf(page.getByRole('form', { name: 'Buy' }).getByRole('button'));
      const delivery = await boxOf(page.getByText('Delivery €4.90'));
      expect(button.top, address).to.be.above(picture.bottom);
      expect(delivery.top, address).to.be.above(button.bottom);
      expect(delivery.bottom, address).to.be.below(844);
    }
  });

  it('keeps price and button at the end of a phone’s window once the form is out of sight, and buys', async () => {
    await using window = await openPage(browser, shop.url, {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    const { page } = window;
    await page.goto('/products/1003');
    const [form, bar] = [page.locator('form[id="buy"] button'), page.locator('button[form="buy"]')];
    expect(await form.isVisible()).to.equal(true);
    await bar.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Publish review' }).scrollIntoViewIfNeeded();
    await bar.waitFor({ state: 'visible' });
    expect((await bar.boundingBox())?.y).to.be.within(700, 844);
    await bar.click();
    await page.waitForURL('**/cart');
    expect(await page.getByRole('main').innerText()).to.contain('Vitamin D3 + K2 Drops');
  });

  it('welcomes with categories and what is new, and the empty cart leads to categories', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/');
    expect(await page.getByRole('heading').allInnerTexts()).to.include.members([
      'Good things for every day',
      'New in the shop',
      'All products',
    ]);
    await page.getByRole('navigation', { name: 'All categories' }).getByRole('link', { name: 'Minerals' }).click();
    await page.waitForURL('**/categories/minerals');
    await page.goto('/cart');
    await page.getByRole('main').getByRole('link', { name: 'Tea' }).click();
    await page.waitForURL('**/categories/tea');
  });

  it('fills the right column of a wide page with description and delivery, and titles stand beside their sections', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 1280, height: 800 } });
    const { page } = window;
    // A product of one size.
    await page.goto('/products/1003');
    const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN;
    const picture = await page.getByRole('main').locator('img').first().boundingBox();
    const delivery = await page.getByText('Delivery €4.90').boundingBox();
    expect(delivery?.x).to.be.above((picture?.x ?? 0) + (picture?.width ?? 0));
    expect(delivery?.y).to.be.below((picture?.y ?? 0) + (picture?.height ?? 0));
    const [title, first] = await Promise.all([
      topOf(page.getByRole('heading', { name: 'Reviews' })),
      topOf(page.locator('#reviews li[id]').first()),
    ]);
    expect(title).to.be.closeTo(first, 30);
  });

  it('has stars on the cards of all lists', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    for (const [address, count] of [
      ['/', 20],
      ['/?search=vitmin', 10],
      ['/?search=qqqqqq', 4],
    ] as const) {
      await page.goto(address);
      expect(
        await page.locator('main li').getByRole('img', { name: 'out of 5 stars' }).count(),
        address,
      ).to.be.at.least(count);
    }
    await page.goto('/products/1001');
    const related = page.getByRole('navigation', { name: 'You may also like' });
    expect(await related.getByRole('img', { name: 'out of 5 stars' }).count()).to.equal(4);
  });

  it('has a picture of its own for each product, of less than two kilobytes, and dims it in the dark', async () => {
    const { data } = await shop.graphql<{ products: { nodes: readonly { image: string }[] } }>(
      '{ products(first: 100) { nodes { image } } }',
    );
    const pictures = await Promise.all(
      (data?.products.nodes ?? []).map(async ({ image }) => (await fetch(shop.url + image)).text()),
    );
    expect(new Set(pictures).size).to.equal(72);
    for (const picture of pictures) expect(picture).to.have.length.below(2_000).and.to.match(/^<svg/);
    await using window = await openPage(browser, shop.url, { colorScheme: 'dark' });
    await window.page.goto('/');
    const filter = window.page
      .locator('main img')
      .first()
      .evaluate((image) => getComputedStyle(image).filter);
    expect(await filter).to.match(/^brightness\(0\.\d+\)$/);
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

  it('has links of other extensions in its header, and helps where the cart is empty', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/checkout');
    const links = await page.getByRole('navigation', { name: 'Shop' }).getByRole('link').allInnerTexts();
    expect(links).to.deep.equal(['Sign in', 'Cart']);
    expect(await page.getByRole('main').innerText()).to.contain('Your cart is empty');
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
