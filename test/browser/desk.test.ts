import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe("the merchant's desk in a browser", () => {
  let shop: TestGateway;
  let browser: Browser;
  let owner: Awaited<ReturnType<BrowserContext['cookies']>>;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );
  before(async () => {
    const link = /\/desk\/join\?key=[\w-]+/.exec(shop.log.text())?.[0] ?? expect.fail('the log has no link');
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await join(page, link, 'owner');
    owner = await page.context().cookies();
  });

  /** Follows a link as a guest, who registers on the way. */
  async function join(page: Page, link: string, name: string): Promise<void> {
    await page.goto(link);
    expect(new URL(page.url()).pathname).to.equal('/sign-in');
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('E-mail').fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill('four words are enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Join the desk' }).click();
    await page.waitForURL('**/desk');
  }

  it('lets the owner invite a clerk, who sees less, and is out once removed', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await page.context().addCookies(owner);
    await page.goto('/desk');
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByRole('code').innerText();

    await using other = await openPage(browser, shop.url, { javaScriptEnabled: false });
    await join(other.page, link, 'clerk');
    expect(await other.page.getByRole('link', { name: 'Members' }).count()).to.equal(0);
    expect((await other.page.goto('/desk/members'))?.status()).to.equal(403);

    await page.goto('/desk/members');
    const row = page.getByRole('row').filter({ hasText: 'clerk@example.org' });
    await row.getByRole('button', { name: 'Remove' }).click();
    expect(await page.getByRole('status').innerText()).to.contain('no longer a member');
    await other.page.goto('/desk');
    expect(new URL(other.page.url()).pathname).to.equal('/sign-in');
  });

  it('is open after a later sign-in, too, and the account leads there', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill('owner@example.org');
    await page.getByLabel('Password', { exact: true }).fill('four words are enough');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'To the desk of the shop' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    expect(await page.getByRole('cell').first().innerText()).to.contain('owner@example.org');
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await page.goto('/desk'))?.url()).to.contain('/sign-in');
  });

  it('says at the top of the page what was refused', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.context().addCookies(owner);
    await page.goto('/desk/members');
    await page.getByRole('button', { name: 'Remove' }).first().click();
    expect(await page.getByRole('alert').innerText()).to.contain('A shop needs an owner');
  });

  it('is used by the keyboard, and skips the menu', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.context().addCookies(owner);
    await page.goto('/desk');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).to.equal('content');
  });

  it('leads through the first steps of a new shop, until something is ordered', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    const { page } = window;
    await page.context().addCookies(owner);
    await page.goto('/desk');
    const steps = page.locator('section', { has: page.getByRole('heading', { name: 'First steps' }) });
    const names = await steps.getByRole('link').allInnerTexts();
    expect(names).to.deep.equal(['Settings', 'Products', 'Categories', 'Pages', 'Vouchers']);
    for (const name of names) {
      await page.goto('/desk');
      await steps.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }

    await page.goto('/products/1003');
    await page.getByRole('form', { name: 'Buy' }).getByRole('button').click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByLabel('Street and number').fill('Quay Street 1');
    await page.getByLabel('Postcode').fill('H91');
    await page.getByLabel('City').fill('Galway');
    await page.getByLabel('Parcel to your door').check();
    await page.getByLabel('Invoice').check();
    await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await page.waitForURL('**/orders/**');
    await page.goto('/desk');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await steps.count()).to.equal(0);
  });
});
