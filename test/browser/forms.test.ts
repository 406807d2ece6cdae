import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { openForTests, openPage } from '../support/browser.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('forms in a browser', () => {
  let shop: TestGateway;
  let browser: Browser;
  openForTests(
    () => startGateway(),
    (...opened) => {
      [shop, browser] = opened;
    },
  );

  async function fillReview(page: Page, { author = 'Ann', comment }: { author?: string; comment: string }) {
    await page.getByRole('radio', { name: '4 stars' }).check();
    await page.getByLabel('Your name').fill(author);
    await page.getByLabel('What should others know?').fill(comment);
  }

  async function commentsOf(productId: string): Promise<readonly string[]> {
    const rows = await shop
      .database('reviews')
      .query<{ comment: string }>('select comment from review where product_id = $1 and review_id > 10000', [
        productId,
      ]);
    return rows.map(({ comment }) => comment);
  }

  it('make one review of two clicks on a slow connection', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1011');
    await fillReview(page, { comment: 'Clicked twice.' });
    const network = await page.context().newCDPSession(page);
    const delay = (latency: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    await delay(60_000);
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1;
    });
    // The first click's page never comes, since the second one asks for it again.
    const shown = page.waitForResponse((response) => response.url() === `${shop.url}/products/1011` && response.ok());
    await page.evaluate(`{
      const button = document.querySelector('#write-review button');
      button.click();
      setTimeout(() => button.click(), 150);
    }`);
    await waitUntil(() => posts === 2);
    await delay(0);
    expect((await shown).request().method()).to.equal('GET');
    await page.waitForURL(/#review-/);
    expect(await commentsOf('1011')).to.deep.equal(['Clicked twice.']);
  });

  it('make one review of two requests with one text, also from another page, and two of another text', async () => {
    const html = await (await fetch(`${shop.url}/products/1012`)).text();
    const [, formKey = ''] = /name="formKey" value="([^"]+)"/.exec(html) ?? [];
    const send = async (comment: string, key = formKey) => {
      const response = await fetch(`${shop.url}/products/1012/reviews`, {
        method: 'POST',
        headers: { accept: 'text/html', origin: shop.url },
        body: new URLSearchParams({ author: 'Ann', rating: '5', comment, formKey: key }),
        redirect: 'manual',
      });
      return [response.status, response.headers.get('location')];
    };
    const [one, other] = await Promise.all([send('At once.'), send('At once.')]);
    expect(one).to.deep.equal(other);
    expect(one?.[0]).to.equal(303);
    await send('Changed after going back.');
    await send('At once.', 'of another page');
    expect((await commentsOf('1012')).toSorted()).to.deep.equal(['At once.', 'Changed after going back.']);
  });

  it('leave an address that shows the form in a new tab, after a refusal', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    for (const [path, button, heading] of [
      ['/products/1013', 'Publish review', 'Zinc Picolinate 25 mg'],
      ['/register', 'Create account', 'Create an account'],
      ['/sign-in', 'Sign in', 'Sign in'],
    ] as const) {
      await page.goto(path);
      await page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true");
      const [refused] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('main').getByRole('button', { name: button }).click(),
      ]);
      expect(refused.status()).to.equal(400);
      const tab = await page.context().newPage();
      expect((await tab.goto(page.url()))?.status(), page.url()).to.equal(200);
      expect(await tab.getByRole('heading', { level: 1 }).innerText()).to.equal(heading);
      await tab.close();
    }
    // Programs get what they got before.
    const json = await fetch(`${shop.url}/products/1013/reviews`);
    expect(json.headers.get('content-type')).to.contain('application/json');
  });

  it('say all that is wrong with a registration at once', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/register');
    await page.evaluate("document.querySelector('main form').noValidate = true");
    await page.getByLabel('Name', { exact: true }).fill('\u200b\u2060');
    await page.getByLabel('E-mail').fill('ann@example');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await page.waitForLoadState();
    const invalid = await page.locator('[aria-invalid="true"]').evaluateAll((fields) => fields.map(({ id }) => id));
    expect(invalid).to.deep.equal(['name', 'email', 'password']);
    expect(await page.getByRole('main').innerText())
      .to.contain('Enter a name with letters')
      .and.to.contain('such as ann@example.org')
      .and.to.contain('8 to 200 characters');
  });

  it('say that an address is taken together with all else that is wrong', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    const email = 'taken@example.org';
    await shop.rest('POST', '/customers', { body: { name: 'Ann', email, password: 'four words are enough' } });
    await page.goto('/register');
    await page.evaluate("document.querySelector('main form').noValidate = true");
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await page.waitForLoadState();
    const errors = page.locator('[aria-invalid="true"]').evaluateAll((fields) => fields.map(({ id }) => id));
    expect(await errors).to.deep.equal(['name', 'email', 'password']);
    expect(await page.getByRole('main').innerText()).to.contain('already an account');
  });

  it('say all that is wrong with a review at once', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/products/1016');
    await page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true");
    await page.getByLabel('Your name').fill('\u200b');
    await page.getByLabel('What should others know?').fill('\u2060');
    await page.getByRole('button', { name: 'Publish review' }).click();
    await page.getByRole('alert').waitFor();
    await page.waitForLoadState();
    const text = await page.locator('#write-review').innerText();
    for (const error of ['Choose one to five stars', 'Enter a name', 'Write a few words'])
      expect(text).to.contain(error);
  });

  it('send a customer who is signed in from /sign-in and /register to the account, or where they came for', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    await page.goto('/register');
    await page.getByLabel('Name', { exact: true }).fill('Ann');
    await page.getByLabel('E-mail').fill('ann.signed@example.org');
    await page.getByLabel('Password', { exact: true }).fill('four words are enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/account');
    for (const [from, to] of [
      ['/sign-in', '/account'],
      ['/register', '/account'],
      ['/sign-in?next=%2Fcheckout', '/checkout'],
      ['/sign-in?next=https%3A%2F%2Felsewhere.example', '/account'],
    ] as const) {
      await page.goto(from);
      expect(new URL(page.url()).pathname, from).to.equal(to);
    }
  });

  it('create one account when the registration is sent twice, and sign in', async () => {
    const send = async () => {
      const response = await fetch(`${shop.url}/customers`, {
        method: 'POST',
        headers: { accept: 'text/html', origin: shop.url },
        body: new URLSearchParams({ name: 'Bo', email: 'bo@example.org', password: 'four words are enough' }),
        redirect: 'manual',
      });
      return [response.status, response.headers.get('location'), response.headers.has('set-cookie')];
    };
    expect(await Promise.all([send(), send()])).to.deep.equal([
      [303, '/account', true],
      [303, '/account', true],
    ]);
  });

  it('refuse names that cannot be seen, or that turn the writing around', async () => {
    await using window = await openPage(browser, shop.url);
    const { page } = window;
    for (const author of ['\u200b\u200d', '\u3164', '\u2800', 'Ann\u202egpj']) {
      await page.goto('/products/1014');
      await fillReview(page, { author, comment: 'Who wrote this?' });
      await page.getByRole('button', { name: 'Publish review' }).click();
      await page.getByText('Enter a name').waitFor();
    }
    expect(await commentsOf('1014')).to.deep.equal([]);
  });

  it('fold a long text, and break a long word', async () => {
    await using window = await openPage(browser, shop.url, { viewport: { width: 390, height: 800 } });
    const { page } = window;
    const long = `Begins here. ${'Word after word. '.repeat(150)}Ends here.`;
    const word = 'x'.repeat(5000);
    await shop
      .database('reviews')
      .query(
        "insert into review (product_id, author, rating, comment) values ('1015', $3, 4, $1), ('1015', 'Bo', 4, $2)",
        [long, word, 'N'.repeat(100)],
      );
    await page.goto('/products/1015');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
    const ends = page.getByText('Ends here.');
    expect(await ends.isVisible()).to.equal(false);
    await page.locator('li', { hasText: 'Begins here.' }).getByText('Read the rest of this review').click();
    expect(await ends.isVisible()).to.equal(true);
    await page.locator('li', { hasText: 'Bo' }).getByText('Read the rest of this review').first().click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
  });
});

describe('the rate limit of reviews', () => {
  const mutation = `mutation ($comment: String!) {
    createReview(productId: "1001", input: { author: "Ann", rating: 4, comment: $comment }) { id }
  }`;

  it('takes thirty of one address within ten minutes, whatever way they come, and others of customers and moderators', async () => {
    await using shop = await startGateway();
    const path = '/products/1001/reviews';
    for (let count = 0; count < 15; count++) {
      const { status } = await shop.rest('POST', path, {
        body: { author: 'Ann', rating: 4, comment: `REST ${count}` },
      });
      expect(status).to.equal(201);
      expect(await shop.graphql(mutation, { comment: `GraphQL ${count}` })).to.not.have.property('errors');
    }
    const refused = await shop.rest('POST', path, { body: { author: 'Ann', rating: 4, comment: 'one more' } });
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(500, 600);
    expect(await shop.graphql(mutation, { comment: 'one more' })).to.have.nested.property(
      'errors[0].extensions.code',
      'RATE_LIMITED',
    );
    for (const token of [await shop.token(), await shop.token(['reviews:write'], 'moderator')])
      expect(await shop.graphql(mutation, { comment: 'of another source' }, token)).to.not.have.property('errors');
    // The first of them is old now.
    await shop
      .database('reviews')
      .query("update review set created_at = created_at - interval '10 minutes' where review_id = 10001");
    expect(await shop.graphql(mutation, { comment: 'later' })).to.not.have.property('errors');
  });
});
