import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFindings, enlargeText, follow, openForTests, openPage } from '../support/browser.ts';
import { consoleToken } from '../support/console-client.ts';
import { freePort } from '../support/free-port.ts';
import { type NumberedShop, startNumbered } from '../support/numbered-shop.ts';
import { startGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

const widths = [390, 1280];
const pages = {
  '/console': 'Overview',
  '/console/map': 'Map',
  '/console/map?extension=numbered&type=Query': 'Map',
  '/console/errors?id=none': 'Errors',
  '/console/slowest': 'Slowest',
  '/console/records?extension=numbered': 'Records',
  '/console/settings': 'Settings',
  '/console/jobs': 'Jobs',
  '/console/mails': 'Mails',
  '/console/generations': 'Generations',
  '/console/changes': 'Changes',
  '/console/config': 'Config',
  '/console/source?at=extensions%2Fnumbered%2Fgraphql%2FNumber.graphql%3A2#L2': 'Source',
  '/console/sign-in': 'Sign in',
};

describe('the console in a browser', () => {
  let shop: NumberedShop;
  let browser: Browser;
  openForTests(
    async () => {
      const started = await startNumbered({ admin: true });
      const record = { action: 'number.changed', subject: 'number:1', from: { is: 1 }, to: { is: 'long'.repeat(100) } };
      await started.database('numbered').transaction((transaction) => transaction.record(record));
      return started;
    },
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  async function signIn(page: Page): Promise<void> {
    await page.goto('/console/generations');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Token').fill(await consoleToken(shop));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/console/generations');
  }

  for (const width of widths)
    it(`has no serious fault for screen readers and keyboards, ${width} pixels wide`, async () => {
      const viewport = { width, height: 800 };
      await using window = await openPage(browser, shop.adminUrl, { viewport });
      const { page, problems } = window;
      for (const [path, title] of Object.entries(pages)) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        expect(await accessibilityFindings(page), path).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} is too wide`).to.be.at.most(width);
      }
      expect(problems).to.deep.equal([]);
    });

  it('has nothing beside the window with text twice as large, the link that skips to the content too', async () => {
    await using window = await openPage(browser, shop.adminUrl, { viewport: { width: 320, height: 640 } });
    const { page } = window;
    for (const path of Object.keys(pages)) {
      await page.goto(path);
      await enlargeText(page, 200);
      const box = await page.getByRole('link', { name: 'Skip to the content' }).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(0);
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} is too wide`).to.be.at.most(320);
    }
  });

  it('shows new figures by itself, until it is paused', async () => {
    await using window = await openPage(browser, shop.adminUrl);
    const { page, problems } = window;
    await page.goto('/console');
    await page.getByText('Live', { exact: true }).waitFor();
    const numbered = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'numbered' }) });
    const chart = numbered.getByRole('img', { name: /a second/ });
    const before = await chart.innerHTML();
    await Promise.all(Array.from({ length: 40 }, () => fetch(`${shop.url}/number`)));
    await numbered.getByText(/[1-9]\d* calls/).waitFor();
    await page.waitForFunction(({ was }) => document.querySelector('main li svg')?.innerHTML !== was, { was: before });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(problems).to.deep.equal([]);
  });

  for (const javaScriptEnabled of [true, false])
    it(`goes back to an earlier generation by a click ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      await shop.write(7);
      const { number } = await shop.generations.reload('test');
      await shop.generations.settled();
      await using window = await openPage(browser, shop.adminUrl, { javaScriptEnabled });
      const { page, problems } = window;
      await signIn(page);
      await page.getByRole('button', { name: 'Go back to 1' }).click();
      await page
        .getByRole('status')
        .filter({ hasText: `Generation ${number + 1} serves: rollback to 1.` })
        .waitFor();
      expect(await shop.numbers()).to.deep.equal([
        [1, 1],
        [1, 1],
        [1, 1, 1],
      ]);
      await page.getByRole('button', { name: 'Reload' }).click();
      await page
        .getByRole('status')
        .filter({ hasText: `Generation ${number + 2} serves` })
        .waitFor();
      expect((await shop.numbers())[0]).to.deep.equal([7, 7]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/console/sign-in');
      await page.goto('/console/generations');
      expect(await page.getByRole('button').count()).to.equal(0);
      expect(problems).to.deep.equal([]);
    });

  it('offers a link to look again where there is no JavaScript', async () => {
    await using window = await openPage(browser, shop.adminUrl, { javaScriptEnabled: false });
    await window.page.goto('/console');
    await follow(window.page.getByRole('link', { name: 'Look again' }));
    expect(await window.page.getByRole('button').count()).to.equal(0);
    expect(await window.page.getByRole('heading', { name: 'Overview' }).isVisible()).to.equal(true);
  });

  it('opens the links of a mail that was kept in tabs of their own', async () => {
    const file = await fixtureProject('mail-shop');
    const letter = join(dirname(file), 'extensions/letters/mails/thanks.tsx');
    const text = await readFile(letter, 'utf8');
    const port = await freePort();
    await writeFile(letter, text.replace('</p>', `</p><a href="http://127.0.0.1:${port}/">Confirm</a>`));
    await using letters = await startGateway({ file, admin: true, development: true, overrides: { port } });
    await letters.rest('POST', '/thanks', { body: { to: 'ann@example.com' } });
    await using window = await openPage(browser, letters.adminUrl);
    const { page } = window;
    await page.goto('/console/mails');
    const mail = page.getByRole('link', { name: 'Thank you' });
    await waitUntil(async () => {
      await page.reload();
      return (await mail.count()) > 0;
    });
    await mail.click();
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.frameLocator('iframe').getByRole('link', { name: 'Confirm' }).click(),
    ]);
    await tab.waitForURL(`http://127.0.0.1:${port}/`);
    expect(await tab.evaluate('window.opener === null')).to.equal(true);
    expect(new URL(page.url()).pathname).to.equal('/console/mail');
  });
});
