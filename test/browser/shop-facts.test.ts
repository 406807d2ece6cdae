import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { accessibilityFindings, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const arabic = 'shop: { name: دكان, locale: ar-EG, currency: EGP, country: EG, timeZone: Africa/Cairo }';

describe('a shop that is written from right to left', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway({ config: (text) => text.replace(/^shop: .*$/m, arabic) }),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  const paths = [
    '/',
    '/?search=vitamin',
    '/products/1001',
    '/checkout',
    '/sign-in',
    '/register',
    '/nowhere',
    '/products/4711',
    '/?search=qqqqqq',
  ];

  it('says its language, its name and its prices', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1001');
    expect(await page.locator('html').getAttribute('lang')).to.equal('ar-EG');
    expect(await page.locator('html').getAttribute('dir')).to.equal('rtl');
    expect(await page.title()).to.equal('Vitamin C 1000 mg – دكان');
    const price = new Intl.NumberFormat('ar-EG', { style: 'currency', currency: 'EGP' }).format(12.9);
    expect(await page.getByRole('main').textContent()).to.contain(price);
    const picture = await page.getByRole('main').locator('img').first().boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    // The picture is where reading begins.
    expect(picture?.x ?? 0).to.be.above(title?.x ?? 0);
  });

  it('begins a text of another language where its letters do, on the side of the page', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 1280, height: 800 } });
    const { page } = window;
    await page.goto('/');
    const text = page.getByText('supplements, teas and good food.').first();
    // The full stop ends the sentence on the right, where an English one ends.
    const [first, last] = await text.evaluate((element) => {
      const boxOf = (from: number, to: number): DOMRect => {
        const range = document.createRange();
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        let node = walker.nextNode();
        for (let next = node; next !== null; next = walker.nextNode()) node = next;
        range.setStart(node ?? element, from < 0 ? (node?.textContent?.length ?? 0) + from : from);
        range.setEnd(node ?? element, to <= 0 ? (node?.textContent?.length ?? 0) + to : to);
        return range.getBoundingClientRect();
      };
      return [boxOf(2, 3).left, boxOf(-1, 0).left];
    });
    expect(last).to.be.above(first ?? 0);
    const box = await text.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.above(1100);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280])
      it(`has nothing beside the window, and no finding of axe-core, ${colorScheme} and ${width} wide`, async () => {
        await using window = await openPage(browser, shop.url, { colorScheme, viewport: { width, height: 800 } });
        const { page } = window;
        for (const path of paths) {
          await page.goto(path);
          const beside: unknown = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect(beside, path).to.equal(0);
          expect(await accessibilityFindings(page), path).to.deep.equal([]);
        }
      });
});
