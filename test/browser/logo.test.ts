import { expect } from 'chai';
import type { Browser, Route } from 'playwright-core';
import sharp from 'sharp';
import { openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('a wide logo that a merchant has uploaded', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  for (const [path, direction] of [
    ['/', 'ltr'],
    ['/ar', 'rtl'],
  ] as const)
    it(`moves nothing when it arrives, ${direction}`, async () => {
      const logo = sharp({ create: { width: 600, height: 150, channels: 3, background: 'red' } });
      const body = new FormData();
      body.append('extension', '@shop');
      body.append('name', 'logo');
      body.append('picture', new File([new Uint8Array(await logo.png().toBuffer())], 'logo.png'));
      const authorization = `Bearer ${await shop.token(['stoa:settings'], 'boss')}`;
      const headers = { authorization, 'sec-fetch-site': 'same-origin' };
      const uploaded = await fetch(`${shop.url}/desk/settings/picture`, { method: 'POST', headers, body });
      expect(uploaded.status).to.equal(200);
      await using window = await openPage(browser, shop.url);
      const { page } = window;
      const { promise: asked, resolve } = Promise.withResolvers<Route>();
      await page.route('**/assets/files/desk/*', resolve);
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      const picture = page.locator('header img').first();
      await page.evaluate(`Promise.all([...document.querySelectorAll('link[rel=stylesheet]')].map((link) =>
        link.sheet ?? new Promise((done) => link.addEventListener('load', done)))).then(() => undefined)`);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const before = await picture.boundingBox();
      await (await asked).continue();
      await picture.evaluate((element: HTMLImageElement) => element.decode());
      expect(await picture.boundingBox()).to.deep.equal(before);
      expect(before?.width).to.equal(120);
    });
});
