import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFindings, follow, openBrowser, openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const password = 'four words are enough';

describe('the shop in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  async function writeReview(page: Page, comment: string): Promise<void> {
    await page.getByRole('radio', { name: '4 stars' }).check();
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('What should others know?').fill(comment);
    await page.getByRole('button', { name: 'Publish review' }).click();
  }

  function firstReview(page: Page): Promise<string> {
    return page.locator('#reviews ol > li').first().innerText();
  }

  async function register(page: Page, email: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill('Ann Example');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  }

  for (const javaScriptEnabled of [true, false])
    context(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      it('leads from the home page to a product, and shows the review that is written there first', async () => {
        await using window = await openPage(browser, shop.url, { javaScriptEnabled });
        const { page, problems } = window;
        await page.goto('/');
        await follow(page.getByRole('link', { name: 'Vitamin D3 2000 IU' }));
        expect(await page.title()).to.contain('Vitamin D3 2000 IU');
        const comment = `Written ${javaScriptEnabled ? 'with' : 'without'} JavaScript.`;
        await writeReview(page, comment);
        await page.waitForURL(/\/products\/vitamin-d3-2000-iu#review-\d+$/);
        expect(await firstReview(page))
          .to.contain('Ann')
          .and.to.contain(comment);
        expect(problems).to.deep.equal([]);
      });

      it('shows the product again with messages and what was written, when the review is refused', async () => {
        await using window = await openPage(browser, shop.url, { javaScriptEnabled });
        const { page } = window;
        await page.goto('/products/1003');
        // Only blanks: the browser's own check lets them pass.
        await page.getByRole('radio', { name: '2 stars' }).check();
        await page.getByLabel('Your name').fill('   ');
        await page.getByLabel('What should others know?').fill('Kept, as it was typed.');
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.request().method() === 'POST'),
          page.getByRole('button', { name: 'Publish review' }).click(),
        ]);
        expect(answer.status()).to.equal(400);
        const name = page.getByLabel('Your name');
        await name.waitFor();
        expect(await name.getAttribute('aria-invalid')).to.equal('true');
        const message = await name.getAttribute('aria-describedby');
        expect(await page.locator(`#${message}`).innerText()).to.contain('Enter a name');
        expect(await page.getByLabel('What should others know?').inputValue()).to.equal('Kept, as it was typed.');
        expect(await page.getByRole('radio', { name: '2 stars' }).isChecked()).to.equal(true);
      });

      it('registers a customer, shows the account, signs out and in again', async () => {
        await using window = await openPage(browser, shop.url, { javaScriptEnabled });
        const { page, problems } = window;
        const email = `ann.${javaScriptEnabled}@example.org`;
        await page.goto('/account');
        await page.waitForURL('**/sign-in?next=%2Faccount');
        await page.getByRole('link', { name: 'Create an account' }).click();
        await register(page, email);
        await page.waitForURL('**/account');
        expect(await page.getByRole('main').innerText())
          .to.contain('Ann Example')
          .and.to.contain(email);

        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.waitForURL(`${shop.url}/`);
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.getByLabel('E-mail').fill(email.toUpperCase());
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL('**/account');
        expect(await page.getByRole('main').innerText()).to.contain('Ann Example');
        expect(problems).to.deep.equal([]);
      });
    });

  it('does not show the account to whoever goes back after signing out', async () => {
    // Whoever goes back gets the page that the browser has kept, as everywhere but in tests.
    await using keeping = await openBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    await using window = await openPage(keeping, shop.url);
    const { page } = window;
    await page.goto('/register');
    await register(page, 'ann.back@example.org');
    await page.waitForURL('**/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${shop.url}/`);
    await Promise.all([page.waitForURL('**/sign-in?next=%2Faccount'), page.goBack({ waitUntil: 'commit' })]);
    expect(await page.getByRole('main').innerText()).to.not.contain('Ann Example');
  });

  it('shows a password while it is thought up, when JavaScript can', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    await page.goto('/register');
    const field = page.getByLabel('Password', { exact: true });
    expect(await field.getAttribute('type')).to.equal('password');
    await page.getByRole('button', { name: 'Show the password' }).click();
    await page.getByRole('button', { name: 'Hide the password' }).waitFor();
    expect(await field.getAttribute('type')).to.equal('text');
    expect(problems).to.deep.equal([]);
  });

  it('offers no button that does nothing where there is no JavaScript', async () => {
    await using window = await openPage(browser, shop.url, { javaScriptEnabled: false });
    await window.page.goto('/register');
    expect(await window.page.getByText('Show', { exact: true }).isVisible()).to.equal(false);
  });

  it('leads through all products, a page at a time, and back to the start', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    await page.goto('/');
    const seen: string[] = [];
    const next = page.getByRole('link', { name: 'Next page' });
    const names = page.locator('#list ~ ul').locator('h2, h3');
    const note = async () => seen.push(...(await names.allInnerTexts()));
    await note();
    while ((await next.count()) > 0) {
      const address = page.url();
      await next.click();
      await page.waitForURL((url) => url.href !== address);
      await note();
    }
    expect(seen).to.have.lengthOf(72);
    expect(new Set(seen)).to.have.lengthOf(72);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.waitForURL(`${shop.url}/?page=2`);
    expect(await names.allInnerTexts()).to.deep.equal(seen.slice(24, 48));
    await page.goBack();
    await page.getByRole('link', { name: 'Page 1', exact: true }).click();
    await page.waitForURL(`${shop.url}/`);
    expect(problems).to.deep.equal([]);
  });

  it('finds products by a search, and says when there are none', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/checkout');
    await page.getByRole('searchbox', { name: 'Search the shop' }).fill('rooibos');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?search=rooibos');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    expect(await headings.allInnerTexts()).to.deep.equal(['Rooibos Vanilla']);
    expect(await page.getByRole('searchbox').inputValue()).to.equal('rooibos');

    await page.goto('/?search=%3Cb%3Eqqqqqq');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Results for “<b>qqqqqq”');
    expect(await page.getByRole('main').innerText()).to.contain('Nothing found');
  });

  it('keeps hostile text what it is', async () => {
    await using window = await openPage(browser, shop.url);
    const { page, problems } = window;
    const hostile = '</script><img src=x onerror="document.title=\'taken over\'"><script>alert(1)</script>';
    await page.goto('/products/1005');
    await writeReview(page, hostile);
    await page.waitForURL(/#review-\d+$/);
    expect(await firstReview(page)).to.contain(hostile);
    expect(await page.locator('#reviews img, #reviews script').count()).to.equal(0);
    expect(await page.title()).to.contain('Vitamin B Complex');
    expect(problems).to.deep.equal([]);
  });

  context('when a component throws', () => {
    it('shows all others, and nothing of it', async () => {
      const folder = join(import.meta.dirname, '../fixtures/faulty-component');
      const faulty = `    - { name: faulty, resolve: ${folder}, enabled: true }\n`;
      await using broken = await startGateway({ config: (text) => text + faulty });
      await using window = await openPage(browser, broken.url);
      const { page, problems } = window;
      expect((await page.goto('/products/1001'))?.status()).to.equal(200);
      expect(await page.locator('main h1, main h2').allInnerTexts()).to.deep.equal([
        'Vitamin C 1000 mg',
        'Sizes',
        'On the label',
        'Reviews',
        'Write a review',
        'You may also like',
      ]);
      expect(await page.getByRole('complementary').innerText())
        .to.contain('Delivery')
        .and.to.contain('Pay at the door');
      expect(await page.content()).to.not.contain('a bug of the faulty extension');
      expect(broken.log.text()).to.contain('a bug of the faulty extension');
      expect(problems).to.deep.equal([]);
    });
  });

  it('leads to the content first for those who use the keyboard', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1001');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).to.equal('content');
  });

  it('breaks a word of a name that is longer than the page', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 390, height: 800 } });
    const { page } = window;
    await page.goto('/products/1001');
    await page.evaluate("document.querySelector('h1').textContent = 'Glukosaminsulfat'.repeat(10)");
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
  });

  const addresses = [
    '/',
    '/?search=tea',
    '/?search=nothing-like-it',
    '/products/1001',
    '/products/1067',
    '/products/4711',
    '/nowhere',
    '/?search=vitmin',
    '/checkout',
    '/sign-in',
    '/register',
    '/account',
  ];
  for (const width of [390, 1280])
    it(`has no finding of axe-core, and nothing beside the window, ${width} wide`, async () => {
      await using window = await openPage(browser, shop.url, { viewport: { width, height: 800 } });
      const { page } = window;
      await page.goto('/register?next=/');
      await register(page, `${width}@example.org`);
      const findings: string[] = [];
      for (const address of addresses) {
        await page.goto(address);
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const serious = await accessibilityFindings(page);
        findings.push(
          ...serious.concat(wide === true ? ['wider than the window'] : []).map((it) => `${address}: ${it}`),
        );
      }
      expect(findings).to.deep.equal([]);
    });
});
