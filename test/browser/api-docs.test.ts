import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('the REST reference in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway({ config: (text) => text.replace('server: { ', 'server: { docs: public, ') }),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  it('shows the routes, and sends one, without any other address', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto('/docs');
    await page.getByText('Create a Foo').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/foos'));
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).to.equal(401);
    expect([...new Set(asked.filter((origin) => origin !== 'null'))]).to.deep.equal([shop.url]);
    // The browser reports the 401 by itself.
    expect(problems.filter((problem) => !problem.includes('/foos'))).to.deep.equal([]);
  });
});
