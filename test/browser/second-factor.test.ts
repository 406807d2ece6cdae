import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { App } from '../../extensions/second-factor/test/app.ts';
import { accessibilityFindings, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';

const widths = [390, 1280];

describe('a second factor in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway({ empty: true, config: onlyLines('theme', 'customers', 'second-factor') }),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  /** At each width the page is whole, and programs that read it aloud find all. */
  async function look(page: Page, name: string): Promise<void> {
    await page.waitForLoadState();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(wide, `${name} at ${width}`).to.be.at.most(0);
    }
    expect(await accessibilityFindings(page), name).to.deep.equal([]);
  }

  it('is set up, asked for and switched off', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/register');
    await page.getByLabel('Name', { exact: true }).fill('Ann');
    await page.getByLabel('E-mail').fill('ann@example.org');
    await page.getByLabel('Password', { exact: true }).fill('four words are enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await look(page, 'account');
    await page.getByRole('link', { name: 'Second factor' }).click();
    await look(page, 'off');
    await page.getByRole('button', { name: 'Set it up' }).click();
    await look(page, 'set up');
    const link = page.getByRole('link', { name: 'Open it in an app' });
    const app = new App((await link.getAttribute('href')) ?? '');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await look(page, 'wrong code');
    await page.getByRole('textbox', { name: 'Code' }).fill(app.code());
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await look(page, 'recovery codes');
    const [first = '', second = ''] = await page.getByRole('listitem').getByRole('code').allInnerTexts();

    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill('ann@example.org');
    await page.getByLabel('Password', { exact: true }).fill('four words are enough');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await look(page, 'step');
    await page.getByRole('textbox', { name: 'Code' }).fill('123');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await look(page, 'refused step');
    await page.getByRole('textbox', { name: 'Code' }).fill(first);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/account');
    await page.goto('/account/second-factor');
    await look(page, 'on');
    await page.getByRole('textbox', { name: 'Code' }).last().fill(second);
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByRole('button', { name: 'Set it up' }).waitFor();
  });
});
