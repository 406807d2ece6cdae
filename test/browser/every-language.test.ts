import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { accessibilityFindings, follow, isHydrated, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('every language in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  for (const { locale, start, direction, name, show, hide, mistake } of [
    {
      ...{ locale: 'en-IE', start: '', direction: 'ltr', name: 'Magnesium Citrate', show: 'Show', hide: 'Hide' },
      mistake: 'Enter a name of at most 100 characters.',
    },
    {
      ...{ locale: 'de', start: '/de', direction: 'ltr', name: 'Magnesiumcitrat', show: 'Zeigen', hide: 'Verbergen' },
      mistake: 'Geben Sie einen Namen mit höchstens',
    },
    {
      ...{ locale: 'ar', start: '/ar', direction: 'rtl', name: 'سترات المغنيسيوم', show: 'إظهار', hide: 'إخفاء' },
      mistake: 'اكتب اسمًا لا يزيد على',
    },
  ])
    context(`in ${locale}`, () => {
      it('has its language, direction and other languages on each page, and axe finds nothing', async () => {
        await using window = await openPage(browser, shop.url);
        for (const path of ['/', '/products/1011', '/categories/vitamins', '/sign-in']) {
          await window.page.goto(path === '/' ? start || '/' : start + path);
          const html = window.page.locator('html');
          expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).to.deep.equal([locale, direction]);
          const others = await window.page
            .locator('link[rel="alternate"][hreflang]')
            .evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')));
          // What search engines shall leave out has no address for them.
          const isHidden = (await window.page.locator('meta[name="robots"][content="noindex"]').count()) > 0;
          expect(isHidden, path).to.equal(path === '/sign-in');
          expect(others, path).to.have.members(isHidden ? [] : ['en-IE', 'de', 'ar', 'x-default']);
          expect(await accessibilityFindings(window.page), path).to.deep.equal([]);
        }
        expect(window.problems).to.deep.equal([]);
      });

      it('shows a product, and a mistake in its form, in the language', async () => {
        await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
        const { page } = window;
        await page.goto(`${start}/products/1011`);
        expect(await page.locator('h1').innerText()).to.equal(name);
        // Only a blank: the browser's own check lets it pass.
        await page.locator('form[method="post"] input[name="author"]').fill(' ');
        await page.locator('form[method="post"] textarea').fill(' ');
        await page.locator('form:has(input[name="author"]) input[type="radio"]').first().check();
        await follow(page.locator('form:has(input[name="author"]) button'));
        expect(new URL(page.url()).pathname).to.contain(`${start}/products/1011`);
        expect(await page.locator('main').innerText()).to.contain(mistake);
        expect(await page.locator('html').getAttribute('lang')).to.equal(locale);
      });

      it('has an island that stays in the language', async () => {
        await using window = await openPage(browser, shop.url);
        await window.page.goto(`${start}/register`);
        await window.page.locator('stoa-island:has(#password)').evaluate(isHydrated);
        await window.page.getByText(show, { exact: true }).click();
        await window.page.getByText(hide, { exact: true }).waitFor();
        expect(window.problems).to.deep.equal([]);
      });
    });
});
