import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { isHydrated, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('an island in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway({ fixture: 'island-shop', empty: true }),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  it('starts by itself when it shows nothing on the server', async () => {
    await using window = await openPage(browser, shop.url, { locale: 'de-AT' });
    await window.page.goto('/');
    await window.page.getByText('you speak de-AT').waitFor();
    expect(window.problems).to.deep.equal([]);
  });

  it('counts as seen when it has no element that could be', async () => {
    await using window = await openPage(browser, shop.url);
    await window.page.goto('/');
    await window.page.getByText('seen in the browser').waitFor();
    expect(window.problems).to.deep.equal([]);
  });

  it('has the same props on the server and in the browser', async () => {
    await using plain = await openPage(browser, shop.url, { javaScriptEnabled: false });
    await plain.page.goto('/');
    expect(await plain.page.locator('#opened').innerText()).to.equal('opened on 1970-01-01T00:00:00.000Z');
    await using window = await openPage(browser, shop.url);
    await window.page.goto('/');
    await window.page.locator('stoa-island:has(#opened)').evaluate(isHydrated);
    await window.page.getByText('you speak').waitFor();
    expect(await window.page.locator('#opened').innerText()).to.equal('opened on 1970-01-01T00:00:00.000Z');
    expect(window.problems).to.deep.equal([]);
  });

  it('is left out, and nothing else is, when its props are more than JSON can say', async () => {
    await using window = await openPage(browser, shop.url);
    expect((await window.page.goto('/'))?.status()).to.equal(200);
    expect(await window.page.locator('#sold').count()).to.equal(0);
    // It is logged anew after a minute.
    const left = shop.log.events('component left out').map(({ component }) => component);
    expect([...new Set(left)]).to.deep.equal(['Sold']);
  });

  it('leaves what it had shown, with what was typed there, when it throws', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    await page.goto('/');
    await page.locator('stoa-island:has(form)').evaluate(isHydrated);
    await page.getByLabel('Amount').fill('12');
    const thrown = page.waitForEvent('pageerror');
    await page.getByRole('button', { name: 'Fail' }).click();
    expect(String(await thrown)).to.contain('a bug in the browser');
    expect(await page.getByLabel('Amount').inputValue()).to.equal('12');
    expect(problems).to.have.lengthOf(1);
  });
});
