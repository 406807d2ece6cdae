import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { isHydrated, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('a page in a browser, and the edge', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () =>
      startGateway({
        fixture: 'edge-shop',
        empty: true,
        config: (text) => text.replace('server: { port: 0 }', 'server: { port: 0, accessLog: true }'),
      }),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  const statusesOf = (path: string) =>
    shop.log.events('request').flatMap((event) => (event.path === path ? [event.status] : []));

  it('starts its island, compressed as it is', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    const compressed = new Set<string>();
    page.on('response', (response) => {
      if (response.headers()['content-encoding'] === 'br') compressed.add(new URL(response.url()).pathname);
    });
    await page.goto('/island');
    await page.locator('stoa-island').evaluate(isHydrated);
    await page.getByRole('button').click();
    await page.getByText('clicked 1 times').waitFor();
    expect([...compressed].map((path) => path.replace(/-\w{8}\./, '.'))).to.include.members([
      '/island',
      '/assets/wire-Clicks.js',
    ]);
    expect(problems).to.deep.equal([]);
  });

  it('starts its island again from the browser’s own copy, after a 304', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    for (let round = 0; round < 3; round++) {
      await page.goto('/island');
      await page.locator('stoa-island').evaluate(isHydrated);
      await page.goto('/');
    }
    await page.goto('/island');
    await page.locator('stoa-island').evaluate(isHydrated);
    await page.getByRole('button').click();
    await page.getByText('clicked 1 times').waitFor();
    expect(statusesOf('/island')).to.include(304);
    expect(problems).to.deep.equal([]);
  });

  it('starts the island of a page that was loaded before a reload', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    const reloaded = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await reloaded.promise;
      await route.continue();
    });
    await page.goto('/island', { waitUntil: 'commit' });
    await page.getByText('clicked 0 times').waitFor();
    const file = join(dirname(shop.file), 'extensions/wire/pages/island/Clicks.tsx');
    await writeFile(file, (await readFile(file, 'utf8')).replace('clicked {count}', 'pressed {count}'));
    expect(await shop.generations.reload('a new version')).to.include({ state: 'current' });
    reloaded.resolve();
    await page.locator('stoa-island').evaluate(isHydrated);
    await page.getByRole('button').click();
    await page.getByText('clicked 1 times').waitFor();
    expect(problems).to.deep.equal([]);
    await page.goto('/island');
    await page.getByText('pressed 0 times').waitFor();
  });
});
