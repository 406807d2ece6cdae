import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { isHydrated, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('what a page loads', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  /** Bytes on the wire, by path, with header fields. */
  async function bytesOf(path: string): Promise<ReadonlyMap<string, number>> {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const paths = new Map<string, string>();
    const bytes = new Map<string, number>();
    network.on('Network.requestWillBeSent', ({ requestId, request }) =>
      paths.set(requestId, new URL(request.url).pathname),
    );
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(paths.get(requestId) ?? requestId, encodedDataLength),
    );
    await page.goto(path);
    for (const island of await page.locator('stoa-island').all()) await island.evaluate(isHydrated);
    await page.waitForLoadState('networkidle');
    return bytes;
  }

  it('is less than 20 kB for /register, of which less than 15 kB are script, and a font that all pages share', async () => {
    const all = [...(await bytesOf('/register'))];
    const sum = (some: typeof all) => some.reduce((total, [, each]) => total + each, 0);
    const isFont = ([path]: (typeof all)[number]): boolean => path.endsWith('.woff2');
    expect(sum(all.filter(isFont))).to.be.below(25_000);
    const bytes = all.filter((each) => !isFont(each));
    expect(sum(bytes), JSON.stringify(bytes)).to.be.below(20_000);
    const scripts = bytes.filter(([path]) => path.endsWith('.js'));
    expect(scripts).to.not.deep.equal([]);
    expect(sum(scripts), JSON.stringify(scripts)).to.be.below(15_000);
  });

  it('has no script on pages without an island', async () => {
    for (const path of ['/', '/products/1001', '/checkout', '/sign-in'])
      expect([...(await bytesOf(path)).keys()].filter((each) => each.endsWith('.js'))).to.deep.equal([]);
  });

  it('has less than 30 kB of HTML for a product and the home page, and loads their first picture first', async () => {
    for (const [path, picture] of [
      ['/', '/assets/theme/welcome.svg'],
      ['/products/1001', '/assets/catalog/bottle-vitamin.svg'],
    ] as const) {
      const html = await (await fetch(shop.url + path)).text();
      expect(Buffer.byteLength(html), path).to.be.below(30_000);
      expect(html.match(/<link rel="preload" as="font"[^>]*>/g), path).to.have.lengthOf(1);
      expect(html.match(/<link rel="preload" as="image"[^>]*>/g), path).to.deep.equal([
        `<link rel="preload" as="image" href="${picture}" fetchPriority="high"/>`,
      ]);
      expect(html, path).to.match(/<meta name="description" content="[^"]+">/);
      for (const image of html.match(/<img[^>]*>/g) ?? []) expect(image).to.match(/ width="\d+" height="\d+"/);
    }
  });
});
