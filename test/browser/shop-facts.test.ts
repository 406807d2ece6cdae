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
    await page.goto('/products/1001');
    const description = page.getByRole('main').locator('p[dir=auto]').first();
    expect(await description.textContent()).to.match(/^[A-Z][\s\S]*\.$/);
    // The full stop ends the sentence on the right, where an English one ends. The lines begin on the page's side.
    const { letter, stop, line, paragraph } = await description.evaluate((element) => {
      const text = element.firstChild ?? element;
      const length = text.textContent?.length ?? 0;
      const boxOf = (from: number, to: number): DOMRect => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return range.getBoundingClientRect();
      };
      const [letter, stop, line] = [boxOf(length - 2, length - 1), boxOf(length - 1, length), boxOf(0, length)];
      const { right } = element.getBoundingClientRect();
      return { letter: letter.left, stop: stop.left, line: line.right, paragraph: right };
    });
    expect(stop).to.be.above(letter);
    expect(line).to.be.closeTo(paragraph, 1);
  });

  for (const width of [390, 1280])
    it(`has nothing beside the window, and no finding of axe-core, ${width} wide`, async () => {
      await using window = await openPage(browser, shop.url, { viewport: { width, height: 800 } });
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
