import { expect } from 'chai';
import { askedOf } from '../support/asked-of.ts';
import { elementWith, openPath } from '../support/browse.ts';
import { fillCart } from '../support/buyers.ts';
import { extensionId } from '../support/database.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

/** The values of radio buttons. */
function optionsOf(html: string, name: string): readonly string[] {
  const inputs = [...html.matchAll(/<input [^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`));
  return inputs.map((tag) => `${/value="([^"]*)"/.exec(tag)?.[1]}${tag.includes('checked=""') ? ', chosen' : ''}`);
}

describe('the pages of the shop, made by several extensions', () => {
  let shop: TestGateway;
  before(async () => {
    // The statements of its jobs would be counted among those of a page.
    shop = await startGateway({ overrides: { port: 0, adminPort: 0, jobs: false } });
  });
  after(() => shop[Symbol.asyncDispose]());

  describe('the product page', () => {
    it('is below 30 kB, and has no script', async () => {
      const { html } = await openPath(`${shop.url}/products/1001`);
      expect(Buffer.byteLength(html)).to.be.below(30_000);
      expect(html).to.not.match(/<script(?! type="application\/ld\+json")/);
    });

    it('says that VAT is in the price, and that delivery is not', async () => {
      const { html } = await openPath(`${shop.url}/products/1001`);
      expect(html).to.contain('VAT included, delivery extra');
    });

    const askedBy = async (path: string) => {
      shop.takeQueries();
      await openPath(shop.url + path);
      return askedOf(shop);
    };
    const all = ['catalog', 'pricing', 'product-pictures', 'reviews', 'stock', 'supplement'];

    it('asks each extension once, related products and their ratings included', async () => {
      expect(await askedBy('/products/1061')).to.deep.equal(all);
    });

    it('asks catalog and pricing once more for what reduced products have cost before', async () => {
      expect(await askedBy('/products/1002')).to.deep.equal([...all, 'catalog', 'pricing'].toSorted());
    });

    for (const [locale, words] of [
      ['', 'Lowest price of the last 30 days: €9.50 (16% off)'],
      ['/de', 'Niedrigster Preis der letzten 30 Tage: 9,50\u00a0€ (16\u00a0% günstiger)'],
      ['/ar', 'أقل سعر خلال آخر 30 يومًا'],
    ] as const)
      it(`shows the lowest price before a reduction at ${locale}/products/1002, and on cards`, async () => {
        const shown = async (path: string) =>
          (await openPath(shop.url + locale + path)).html.replaceAll('<!-- -->', '');
        expect(await shown('/products/1002')).to.contain(words);
        expect(await shown(locale === '' ? '/' : '')).to.contain(words);
      });

    it('shows kept related products as they are', async () => {
      const related = async () =>
        /<nav aria-labelledby="related">.*?<\/nav>/.exec((await openPath(`${shop.url}/products/1002`)).html);
      const first = await related();
      const [, name = ''] = /<h3[^>]*>(?:<a[^>]*>)?([^<]+)/.exec(String(first)) ?? [];
      await shop.database('catalog').query('update product set name = $2 where name = $1', [name, 'Another name']);
      const second = String(await related());
      await shop.database('catalog').query('update product set name = $1 where name = $2', [name, 'Another name']);
      expect(second).to.include('Another name').and.equal(String(first).replaceAll(name, 'Another name'));
    });
  });

  describe('the page of a category', () => {
    for (const [sort, sign] of [
      ['PRICE', 1],
      ['PRICE_DOWN', -1],
    ] as const)
      it(`has the prices that it shows in the order ${sort}, also those of a price list`, async () => {
        const call = { extension: extensionId('pricing'), task: 'jobs/pushPrices', input: null, attempt: 1 };
        await shop.gateway.runTask({ ...call, signal: new AbortController().signal });
        const { html } = await openPath(`${shop.url}/categories/vitamins?sort=${sort}`);
        const shown = [...html.matchAll(/<p class="[^"]*price[^"]*">€([0-9.]+)/g)].map(([, price]) => Number(price));
        expect(shown).to.have.lengthOf(10).and.include(7.9);
        expect(shown).to.deep.equal(shown.toSorted((one, other) => sign * (one - other)));
      });
  });

  describe('the checkout page', () => {
    it('offers what other extensions bring, the first of each chosen', async () => {
      const { html } = await openPath(`${shop.url}/checkout`, await fillCart(shop.url, 'VIT-C1000-90'));
      expect(optionsOf(html, 'deliveryMethod')).to.deep.equal(['flat-rate, chosen', 'pick-up']);
      expect(optionsOf(html, 'paymentMethod')).to.deep.equal(['card, chosen', 'invoice', 'cash-on-delivery']);
    });

    it('leads back to the shop without anything in the cart', async () => {
      const { html } = await openPath(`${shop.url}/checkout`);
      expect(html).to.contain('Your cart is empty').and.not.to.contain('<button type="submit">Order');
    });
  });

  describe('the account page', () => {
    it('sends a guest to sign in, and back', async () => {
      const { status, location } = await openPath(`${shop.url}/account`);
      expect([status, location]).to.deep.equal([303, '/sign-in?next=%2Faccount']);
      const { html } = await openPath(`${shop.url}${location}`);
      expect(elementWith(html, 'input', 'name="next"')).to.contain('value="/account"');
    });
  });

  describe('the style sheets', () => {
    for (const path of ['/', '/?search=nothing', '/products/1001', '/checkout', '/sign-in', '/register'])
      it(`have every class that ${path} uses`, async () => {
        const { html } = await openPath(shop.url + path);
        const address = /href="([^"]+[.]css)"/.exec(html)?.[1];
        const css = await (await fetch(shop.url + address)).text();
        const used = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
        expect(used.filter((name) => !new RegExp(`[.]${name}\\b`).test(css))).to.deep.equal([]);
        expect(Buffer.byteLength(css)).to.be.below(17_000);
      });
  });

  context('when cash-on-delivery and customers are disabled', () => {
    it('leaves the other pages as they are, without a way to pay or to sign in', async () => {
      await using without = await startGateway({
        empty: true,
        config: (text) => text.replace(/(name: (?:cash-on-delivery|customers),.*enabled: )true/g, '$1false'),
      });
      const checkout = await openPath(`${without.url}/checkout`);
      expect(checkout.status).to.equal(200);
      expect(checkout.html).not.to.match(/cash-on-delivery|Sign in/);
      for (const path of ['/sign-in', '/register']) {
        const { status, html } = await openPath(without.url + path);
        expect([path, status]).to.deep.equal([path, 404]);
        expect(html).to.contain('Page not found').and.not.to.contain('Sign in');
      }
    });
  });

  context('when gateway.yaml gives the product page another parameter', () => {
    it('has no address of a product, and everything else', async () => {
      // The form of reviews could not lead back to such a page, and says so at the start.
      const config = (text: string) =>
        text
          .replace('/products/:productId', '/p/:productId/:slug')
          .replace(/(name: reviews,.*enabled: )true/, '$1false');
      await using bare = await startGateway({ config });
      expect(await bare.graphql('{ product(id: "1001") { sku url } }')).to.deep.equal({
        data: { product: { sku: 'VIT-C1000-90', url: null } },
      });
    });
  });
});
