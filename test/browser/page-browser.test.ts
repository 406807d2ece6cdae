import { existsSync } from 'node:fs';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { isHydrated, openBrowser } from '../support/browser.ts';
import { browserPath } from '../support/browser-path.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('islands in a browser', () => {
  let browser: Browser;
  before(async function () {
    if (!existsSync(browserPath)) {
      process.stdout.write('    skipped: no Chromium is installed (apt-get install chromium-headless-shell)\n');
      this.skip();
    }
    browser = await openBrowser();
  });
  after(() => browser?.close());

  /** A page whose console and errors are kept. */
  const openPage = async (shop: TestGateway, path: string): Promise<{ page: Page; problems: readonly string[] }> => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(shop.url + path);
    return { page, problems };
  };

  for (const development of [false, true]) {
    context(`when a component hydrates${development ? ', in development' : ''}`, () => {
      it('becomes interactive from the markup that the server sent, without an error', async () => {
        await using shop = await startGateway({ fixture: 'page-shop', empty: true, development });
        const { page, problems } = await openPage(shop, '/products/2');
        const button = page.getByRole('button');
        await page.locator('stoa-island:has(button)').evaluate(isHydrated);
        await button.click();
        await page.getByText('clicked 1 times').waitFor();
        expect(await page.locator('section').getAttribute('data-path')).to.equal('/products/2');
        expect(await page.locator('section').evaluate((element) => getComputedStyle(element).color)).to.equal(
          'rgb(0, 0, 255)', // its colour while the pointer is on it
        );
        expect(problems).to.deep.equal([]);
        await page.close();
      });
    });
  }

  context('when a component hydrates once it is visible', () => {
    it('waits until it has been scrolled to', async () => {
      await using shop = await startGateway({ fixture: 'page-shop', empty: true });
      const { page, problems } = await openPage(shop, '/products/1');
      await page.locator('output').scrollIntoViewIfNeeded();
      await page.locator('stoa-island:has(output)').evaluate(isHydrated);
      await page.locator('output').hover();
      await page.getByText(/seen [1-9] times/).waitFor();
      expect(problems).to.deep.equal([]);
      await page.close();
    });
  });

  context('when a component hydrates once the browser is idle', () => {
    it('becomes interactive by itself, without an error', async () => {
      await using shop = await startGateway({ fixture: 'island-form', empty: true });
      const { page, problems } = await openPage(shop, '/');
      await page.locator('stoa-island').evaluate(isHydrated);
      await page.getByLabel('Name').fill('Ann');
      await page.getByText('3 letters').waitFor();
      expect(problems).to.deep.equal([]);
      await page.close();
    });
  });

  context('when the form in an island is refused', () => {
    const refuse = async (shop: TestGateway) => {
      const opened = await openPage(shop, '/');
      const { page } = opened;
      await page.getByLabel('Name').fill('</script><b>Ann');
      await page.getByLabel('Text').fill('no');
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('button', { name: 'Write' }).click(),
      ]);
      expect(answer.status()).to.equal(400);
      return opened;
    };

    it('shows messages and what was typed, before and after it hydrates, and stays interactive', async () => {
      await using shop = await startGateway({ fixture: 'island-form', empty: true });
      const { page, problems } = await refuse(shop);
      const shown = async () => ({
        alert: await page.getByRole('alert').innerText(),
        name: await page.getByLabel('Name').inputValue(),
        nameError: await page.locator('#name-error').innerText(),
        text: await page.getByLabel('Text').inputValue(),
        textError: await page.locator('#text-error').innerText(),
      });
      const before = await shown();
      expect(before).to.include({ name: '</script><b>Ann', text: 'no' });
      expect(before.nameError).to.match(/10/);
      expect(before.textError).to.match(/3/);
      await page.locator('stoa-island').evaluate(isHydrated);
      await page.getByText('15 letters').waitFor();
      expect(await shown()).to.deep.equal(before);
      await page.getByLabel('Name').fill('Ann');
      await page.getByText('3 letters').waitFor();
      // The browser itself says that the page came with an error's status; React and the page have nothing to say.
      expect(problems.filter((problem) => !problem.includes('status of 400'))).to.deep.equal([]);
      await page.close();
    });

    it('can be sent again, and then is like new', async () => {
      await using shop = await startGateway({ fixture: 'island-form', empty: true });
      const { page } = await refuse(shop);
      await page.locator('stoa-island').evaluate(isHydrated);
      await page.getByLabel('Name').fill('Ann');
      await page.getByLabel('Text').fill('a text');
      await page.getByRole('button', { name: 'Write' }).click();
      await page.waitForURL(`${shop.url}/`);
      expect(await page.getByRole('alert').count()).to.equal(0);
      expect(await page.getByLabel('Name').inputValue()).to.equal('');
      await page.close();
    });
  });

  context('when the overlay is asked for in development', () => {
    it('outlines areas and components, and goes away again', async () => {
      await using shop = await startGateway({ fixture: 'page-shop', empty: true, development: true });
      const { page, problems } = await openPage(shop, '/products/1');
      await page.keyboard.press('Alt+Shift+O');
      const labels = page.locator('#stoa-overlay .label');
      const texts = await labels.allTextContents();
      expect(texts).to.include('area content');
      expect(texts.find((text) => text.startsWith('shelf / Product'))).to.match(
        /sortOrder 10 · data [\d.]+ ms · render [\d.]+ ms · .*Product\.tsx$/,
      );
      await page.keyboard.press('Alt+Shift+O');
      expect(await labels.count()).to.equal(0);
      expect(problems).to.deep.equal([]);
      await page.close();
    });

    it('labels what begins in one corner line by line', async () => {
      await using shop = await startGateway({ development: true });
      const { page } = await openPage(shop, '/products/1001');
      await page.keyboard.press('Alt+Shift+O');
      const labels = page.locator('#stoa-overlay .label', { hasText: 'sortOrder' });
      const corners = await Promise.all(
        (await labels.all()).map(async (label) => {
          const box = await label.boundingBox();
          return `${box?.x} ${box?.y}`;
        }),
      );
      expect(corners).to.have.length.above(5);
      expect(new Set(corners).size).to.equal(corners.length);
      await page.close();
    });
  });
});
