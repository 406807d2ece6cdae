import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { enlargeText, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('the shop for who reads otherwise', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  context('with text twice as large on a narrow screen', () => {
    const viewport = { width: 320, height: 640 };

    it('has nothing beside the window', async () => {
      await using window = await openPage(browser, shop.url, { viewport });
      const wide: string[] = [];
      for (const address of ['/', '/?search=tea', '/products/1001', '/checkout', '/sign-in', '/register', '/nothing']) {
        await window.page.goto(address);
        await enlargeText(window.page, 200);
        const isWide = await window.page.evaluate(
          `[...document.querySelectorAll('body *')].some((element) => element.getBoundingClientRect().right > innerWidth)`,
        );
        if (isWide === true) wide.push(address);
      }
      expect(wide).to.deep.equal([]);
    });

    it('has the link that skips to the content out of sight', async () => {
      await using window = await openPage(browser, shop.url, { viewport });
      await window.page.goto('/');
      await enlargeText(window.page, 200);
      const link = window.page.getByRole('link', { name: 'Skip to the content' });
      const isSeen = () =>
        link.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === element;
        });
      expect(await isSeen()).to.equal(false);
      await link.focus();
      expect(await isSeen()).to.equal(true);
    });

    it('keeps each choice of a rating within its frame', async () => {
      await using window = await openPage(browser, shop.url, { viewport });
      await window.page.goto('/products/1001');
      await enlargeText(window.page, 200);
      for (const radio of await window.page.getByRole('radio').all()) {
        const [inner, frame] = await Promise.all([radio.boundingBox(), radio.locator('xpath=..').boundingBox()]);
        expect(inner?.x).to.be.at.least(frame?.x ?? Number.NaN);
      }
    });
  });

  it('shows on paper what can be read, and nothing to fill in', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1001');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading').allInnerTexts()).to.deep.equal([
      'Vitamin C 1000 mg',
      'Sizes',
      'On the label',
      'Reviews',
    ]);
    expect(await page.locator('form:visible, nav:visible').count()).to.equal(0);
  });

  it('tells full stars from others without colours', async () => {
    await using window = await openPage(browser, shop.url);
    await window.page.goto('/products/1001');
    expect(await window.page.getByRole('img', { name: '2 out of 5 stars', exact: true }).innerText()).to.equal('★★☆☆☆');
  });

  it('draws no frame around the content that somebody has skipped to', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1001');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate("document.querySelector('main:focus') !== null")).to.equal(true);
    expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).outlineStyle)).to.equal('none');
  });

  it('shows what went wrong in the colours that somebody wants', async () => {
    await using window = await openPage(browser, shop.url, { colorScheme: 'dark' });
    const { page, problems } = window;
    await page.goto('/products/%zz');
    expect(await page.getByRole('main').innerText()).to.contain('Bad Request');
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).colorScheme)).to.equal('light dark');
    expect(problems.filter((problem) => !problem.includes('status of 400'))).to.deep.equal([]);
  });

  it('keeps the place of a picture that a product does not have', async () => {
    await shop.database('catalog').query('update product set image = null where product_id = 1001');
    await using window = await openPage(browser, shop.url);
    await window.page.goto('/');
    const tops = async (name: string) => (await window.page.getByRole('heading', { name }).boundingBox())?.y;
    expect(await tops('Vitamin C 1000 mg')).to.equal(await tops('Vitamin D3 2000 IU'));
  });

  it('begins a text in the direction of its letters', async () => {
    const reviews = shop.database('reviews');
    await reviews.query(
      `insert into review (product_id, author, rating, comment) values ('1002', 'Aisha', 5, 'منتج ممتاز (very good).')`,
    );
    await using window = await openPage(browser, shop.url);
    await window.page.goto('/products/1002');
    const comment = window.page.getByText('very good');
    expect(await comment.evaluate((element) => getComputedStyle(element).direction)).to.equal('rtl');
  });
});
