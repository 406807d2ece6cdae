import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFindings, follow, openForTests, openPage } from './browser.ts';
import { freePort } from './free-port.ts';
import type { StartGateway, TestGateway } from './start-gateway.ts';
import { waitUntil } from './wait-until.ts';

type Texts = Readonly<Record<string, string>>;

const repository = resolve(import.meta.dirname, '../..');

/** The texts of what sells, in a language; plain ones alone can be looked for. */
async function textsIn(file: string): Promise<Texts> {
  const extensions = ['cart', 'checkout', 'orders', 'payment-sandbox'];
  const texts = extensions.map((name) => readFile(join(repository, 'extensions', name, 'texts', file), 'utf8'));
  return Object.assign({}, ...(await Promise.all(texts)).map((text): Texts => JSON.parse(text)));
}

/** The text of a state, out of the message that has them all. */
function stateIn(texts: Texts, state: string): string {
  return new RegExp(`${state} \\{([^}]*)\\}`).exec(texts.state ?? '')?.[1] ?? expect.fail(`no text for ${state}`);
}

const languages = {
  en: { locale: 'en-IE', start: '', file: 'en.json' },
  de: { locale: 'de', start: '/de', file: 'de.json' },
  ar: { locale: 'ar', start: '/ar', file: 'ar.json' },
} as const;

const widths = [390, 1280] as const;

/** How buyers come: each language, width, and JavaScript on or off meets each value of the other two. */
const ways = [
  { language: languages.en, width: 390, javaScriptEnabled: true },
  { language: languages.en, width: 1280, javaScriptEnabled: false },
  { language: languages.de, width: 390, javaScriptEnabled: false },
  { language: languages.de, width: 1280, javaScriptEnabled: true },
  { language: languages.ar, width: 390, javaScriptEnabled: true },
  { language: languages.ar, width: 1280, javaScriptEnabled: false },
] as const;

const englishAndWide = [true, false].map((javaScriptEnabled) => ({
  language: languages.en,
  width: 1280,
  javaScriptEnabled,
}));

/** Buyers in a browser, with any stock. Not `all`: in English on a wide screen, since pages do not depend on the stock. */
export function describeBuying(start: StartGateway, { all } = { all: true }): void {
  let shop: TestGateway;
  let browser: Browser;
  let buyers = 0;
  openForTests(
    // The provider of card payments has to know where the shop is.
    async () => start({ overrides: { port: await freePort(), adminPort: 0 } }),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  async function signUp(page: Page, email: string): Promise<void> {
    const data = { name: 'Ann Lee', email, password: 'four words are enough' };
    const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' };
    const answer = await page.context().request.post(`${shop.url}/customers`, { data, headers });
    expect(answer.status()).to.equal(201);
  }

  /** Orders from the product's page on. It ends on the page of the order. */
  async function order(page: Page, texts: Texts, { start = '', email = '', payBy = 'invoice' }): Promise<void> {
    await page.goto(`${start}/products/1001`);
    await page.getByRole('button', { name: texts['buy.add'] ?? '', exact: true }).click();
    await page.getByRole('link', { name: texts['cart.checkout'] ?? '', exact: true }).click();
    for (const [field, value] of [
      ['email', email],
      ['name', 'Ann Lee'],
      ['street', '1 High Street'],
      ['postcode', 'D01 AB12'],
      ['city', 'Dublin'],
    ] as const)
      await page.getByLabel(texts[`label.${field}`] ?? '', { exact: true }).fill(value);
    await page.locator(`input[name="paymentMethod"][value="${payBy}"]`).check();
    await page.getByRole('button', { name: texts['checkout.order'] ?? '', exact: true }).click();
    await page.waitForURL(/\/orders\//);
  }

  async function subjectsTo(email: string): Promise<readonly string[]> {
    return shop.mails.flatMap(({ to, subject }) => (to === email ? subject : []));
  }

  async function waitForMail(email: string, subject: string): Promise<void> {
    const [before = '', after = ''] = subject.split('{number}');
    await waitUntil(async () =>
      (await subjectsTo(email)).some((found) => found.startsWith(before) && found.endsWith(after)),
    );
  }

  /** Until the next page is there: to load another one before could end the request. */
  async function send(page: Page, button: Locator): Promise<void> {
    // Otherwise the next line could see the load of this page.
    await page.waitForLoadState();
    const loaded = page.waitForEvent('load');
    await button.click();
    await loaded;
  }

  async function waitForState(page: Page, text: string): Promise<void> {
    await waitUntil(async () => {
      await page.reload();
      return (await page.getByRole('status').innerText()) === text;
    });
  }

  for (const { language, width, javaScriptEnabled } of all ? ways : englishAndWide) {
    const { locale, start, file } = language;
    const how = `in ${locale}, ${width} wide, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;
    it(`works for a guest who pays by card, ${how}`, async () => {
      const texts = await textsIn(file);
      await using window = await openPage(browser, shop.url, {
        javaScriptEnabled,
        viewport: { width, height: 800 },
      });
      const { page, problems } = window;
      const email = `guest.${++buyers}@example.com`;
      await order(page, texts, { start, email, payBy: 'card' });
      const address = page.url();
      expect(await page.getByRole('status').innerText()).to.equal(stateIn(texts, 'PENDING'));
      await page.locator('a[rel="noreferrer"]').click();
      await send(page, page.getByRole('button', { name: texts['sandbox.pay'] ?? '', exact: true }));
      await page.goto(address);
      await waitForState(page, stateIn(texts, 'PAID'));
      await waitForMail(email, texts['confirmed.subject'] ?? '');
      for (const shown of widths) {
        await page.setViewportSize({ width: shown, height: 800 });
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), `${shown}`).to.equal(false);
      }
      expect(problems).to.deep.equal([]);
    });

    it(`works for a customer who pays on delivery, ${how}`, async () => {
      const texts = await textsIn(file);
      await using window = await openPage(browser, shop.url, {
        javaScriptEnabled,
        viewport: { width, height: 800 },
      });
      const { page, problems } = window;
      const email = `customer.${++buyers}@example.com`;
      await signUp(page, email);
      await order(page, texts, { start, email, payBy: 'cash-on-delivery' });
      expect(await page.getByRole('status').innerText()).to.equal(stateIn(texts, 'CONFIRMED'));
      await waitForMail(email, texts['confirmed.subject'] ?? '');
      await page.goto(`${start}/account`);
      expect(await page.getByRole('main').innerText()).to.contain(texts['account.title']);
      await page.locator('main a[href*="/orders/"]').click();
      expect(await page.getByRole('status').innerText()).to.equal(stateIn(texts, 'CONFIRMED'));
      expect(problems).to.deep.equal([]);
    });
  }

  it('ends with an order that is cancelled', async () => {
    const texts = await textsIn('en.json');
    await using window = await openPage(browser, shop.url);
    const email = 'cancels@example.com';
    await order(window.page, texts, { email });
    await send(window.page, window.page.getByRole('button', { name: texts['end.cancel'] ?? '' }));
    await waitForState(window.page, stateIn(texts, 'CANCELLED'));
    await waitForMail(email, texts['cancelled.subject'] ?? '');
  });

  it('ends with a contract from which the buyer withdraws, in two steps', async () => {
    const texts = await textsIn('en.json');
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const email = 'withdraws@example.com';
    await order(window.page, texts, { email });
    await follow(window.page.getByRole('link', { name: texts['end.withdraw'] ?? '' }));
    expect(await window.page.getByRole('main').innerText()).to.contain(email);
    await send(window.page, window.page.getByRole('button', { name: texts['end.confirm'] ?? '' }));
    expect(await window.page.getByRole('main').innerText()).to.contain('You withdrew from the contract on');
    await waitForMail(email, texts['withdrawn.subject'] ?? '');
  });

  it('ends with a part of the money that is paid back', async () => {
    const texts = await textsIn('en.json');
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    const email = 'refunded@example.com';
    await order(page, texts, { email, payBy: 'card' });
    const address = page.url();
    await page.locator('a[rel="noreferrer"]').click();
    await send(page, page.getByRole('button', { name: texts['sandbox.pay'] ?? '', exact: true }));
    await page.goto(address);
    await waitForState(page, stateIn(texts, 'PAID'));
    const id = new URL(address).pathname.split('/').at(-1);
    const { errors } = await shop.graphql(
      'mutation ($id: ID!) { refundOrder(id: $id, key: "broken", amount: 500) { state } }',
      { id },
      await shop.token(['orders:write']),
    );
    expect(errors).to.equal(undefined);
    await waitForMail(email, texts['refunded.subject'] ?? '');
    await page.reload();
    expect(await page.getByRole('main').innerText()).to.match(/Paid back\s+€5\.00/);
  });

  for (const width of all ? widths : [])
    it(`has no finding of axe-core on its pages, ${width} wide`, async () => {
      const texts = await textsIn('en.json');
      await using window = await openPage(browser, shop.url, { viewport: { width, height: 800 } });
      const { page } = window;
      const findings: string[] = [];
      const look = async (): Promise<void> => {
        await page.waitForLoadState();
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const { pathname } = new URL(page.url());
        const found = [...(await accessibilityFindings(page)), ...(wide === true ? ['wider than the window'] : [])];
        findings.push(...found.map((finding) => `${pathname}: ${finding}`));
      };
      await page.goto('/cart');
      await look();
      await page.goto('/products/1001');
      await page.getByRole('button', { name: texts['buy.add'] ?? '', exact: true }).click();
      await look();
      await page.goto('/checkout');
      await look();
      await order(page, texts, { email: `${width}@example.com`, payBy: 'card' });
      await look();
      await page.locator('a[rel="noreferrer"]').click();
      await look();
      expect(findings).to.deep.equal([]);
    });
}
