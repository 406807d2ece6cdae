import { expect } from 'chai';
import { loadConfig } from '#config';
import { openPath } from '../support/browse.ts';
import { fillCart } from '../support/buyers.ts';
import { runStoa } from '../support/run-stoa.ts';
import { createShopDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { shopConfig, withoutLines } from '../support/test-project.ts';

const sku = 'VIT-C1000-90';

/** What each page is about, and which extension it is of. */
const pages: readonly (readonly [path: string, extension: string, shows: string])[] = [
  ['/', 'theme', 'Good things for every day'],
  ['/', 'catalog', 'Vitamin C'],
  ['/products/1001', 'catalog', 'Vitamin C'],
  ['/products/1001', 'flat-rate-shipping', 'working days'],
  ['/categories/vitamins', 'catalog', 'Vitamin C'],
  ['/cart', 'cart', 'Vitamin C'],
  ['/checkout', 'checkout', 'name="street"'],
  ['/sign-in', 'customers', 'type="password"'],
  ['/register', 'customers', 'type="password"'],
];

/** The same at the desk. Where two are named, it is a part of the second on the page of the first. */
const deskPages: readonly (readonly [path: string, extensions: readonly string[], shows: string])[] = [
  ['/desk', ['desk'], 'href="/desk/members"'],
  ['/desk', ['desk', 'orders'], 'href="/desk/orders?state=TO_SEND"'],
  ['/desk', ['desk', 'stock'], 'href="/desk/stock?low=true"'],
  ['/desk', ['desk', 'reviews'], 'href="/desk/reviews"'],
  ['/desk', ['desk', 'customers'], 'action="/sign-out"'],
  ['/desk/members', ['desk'], 'name="role"'],
  ['/desk/settings', ['desk'], 'action="/desk/settings#'],
  ['/desk/orders', ['orders'], 'name="state"'],
  ['/desk/orders', ['orders', 'checkout'], 'href="/desk/orders/new"'],
  ['/desk/orders/new', ['checkout'], 'name="sku-1"'],
  ['/desk/orders/new', ['checkout', 'pricing'], 'name="voucher"'],
  ['/desk/customers', ['customers'], 'name="search"'],
  ['/desk/reviews', ['reviews'], 'name="state"'],
  ['/desk/products', ['catalog'], 'name="category"'],
  ['/desk/products/1001', ['catalog'], 'action="/desk/products/1001/facts'],
  ['/desk/products/1001', ['catalog', 'stock'], 'action="/desk/products/1001/stock'],
  ['/desk/products/1001', ['catalog', 'pricing'], 'action="/desk/products/1001/prices'],
  ['/desk/products/1001', ['catalog', 'reviews'], 'href="/desk/reviews?'],
  ['/desk/products/1001', ['catalog', 'supplement'], 'action="/desk/products/1001/label'],
  ['/desk/products/1001', ['catalog', 'product-pictures'], 'action="/desk/products/1001/pictures'],
  ['/desk/categories', ['catalog'], 'action="/desk/categories'],
  [`/desk/stock/${sku}`, ['stock'], `action="/desk/stock/${sku}"`],
  ['/desk/stock', ['stock'], 'name="search"'],
  ['/desk/price-lists', ['pricing'], 'action="/desk/price-lists'],
  ['/desk/vouchers', ['pricing'], 'action="/desk/vouchers'],
  ['/desk/content/imprint', ['content'], 'action="/desk/content/imprint'],
];

/** What a page says of an extension, in its HTML. */
const marks: Readonly<Record<string, RegExp>> = {
  theme: /Skip to the content/,
  cart: /action="\/cart|href="\/cart/,
  checkout: /action="\/checkout"|name="street"/,
  customers: /href="\/(?:sign-in|register|account)/,
  stock: /In stock|Only \d+ left|Sold out/,
  invoice: /value="invoice"/,
  card: /value="card"/,
  'pick-up': /value="pick-up"/,
  'flat-rate-shipping': /value="flat-rate"|working days/,
  'cash-on-delivery': /value="cash-on-delivery"|Pay at the door/,
  reviews: /name="rating"/,
  supplement: /Ingredients/,
  content: /href="\/pages\//,
};

/** The extensions that one needs directly: `stoa check` names them. */
const neededBy: Readonly<Record<string, readonly string[]>> = {
  theme: [],
  catalog: ['cart', 'pricing', 'product-pictures', 'reviews', 'stock', 'supplement'],
  stock: ['orders'],
  cart: ['checkout', 'orders', 'pricing'],
  orders: ['checkout', 'invoice-documents'],
  payments: ['card', 'orders'],
  pricing: [],
  checkout: [],
  'pick-up': [],
  invoice: [],
  card: [],
  'payment-sandbox': [],
  'flat-rate-shipping': [],
  'cash-on-delivery': [],
  'invoice-documents': [],
  reviews: [],
  supplement: [],
  'product-pictures': [],
  foo: [],
  content: [],
  customers: [],
  'second-factor': [],
  desk: [],
  notes: [],
};

/** The extension, and all that cannot be without it. */
function withDependents(extension: string): readonly string[] {
  return [...new Set([extension, ...(neededBy[extension] ?? []).flatMap(withDependents)])];
}

/** Opens each page of the desk as its owner: each extension's part is there, or gone with it. */
async function openDesk(shop: TestGateway, off: readonly string[]): Promise<void> {
  const endpoints = shop.gateway.manifests.flatMap((manifest) => manifest.endpoints);
  const token = await shop.token([...new Set(endpoints.flatMap(({ permissions }) => permissions)), 'desk:use']);
  const hasDesk = !off.includes('desk');
  const answers = new Map<string, { readonly status: number; readonly html: string }>();
  for (const path of new Set(deskPages.map(([one]) => one))) {
    const headers = { accept: 'text/html', authorization: `Bearer ${token}` };
    const response = await fetch(shop.url + path, { headers });
    answers.set(path, { status: response.status, html: await response.text() });
  }
  for (const [path, extensions, shows] of deskPages) {
    const { status, html } = answers.get(path) ?? expect.fail(path);
    const isThere = hasDesk && !extensions.some((one) => off.includes(one));
    // 405: programs may post to this address.
    if (extensions.length === 1) expect(status, path).to.be.oneOf(isThere ? [200] : [404, 405]);
    if (status !== 200) continue;
    if (isThere) expect(html, path).to.include(shows);
    else expect(html, path).not.to.include(shows);
    for (const [, address = ''] of html.matchAll(/(?:action|href)="(\/desk[^"?#]*)/g))
      expect(
        shop.gateway.pages.find(address) !== undefined ||
          endpoints.some((one) => new URLPattern({ pathname: one.path }).test(address, shop.url)),
        `${path} leads to ${address}`,
      ).to.equal(true);
  }
}

function without(names: readonly string[]): (text: string) => string {
  return (text) =>
    names.reduce((all, name) => all.replace(new RegExp(`(name: ${name},.*enabled: )true`), '$1false'), text);
}

describe('a shop whose gateway.yaml has no line of what sells', () => {
  it('starts without what others contribute to it, and says so', async () => {
    const selling = [
      'cart',
      'checkout',
      'orders',
      'payments',
      'card',
      'invoice',
      'pick-up',
      'payment-sandbox',
      'invoice-documents',
    ];
    await using shop = await startGateway({ config: withoutLines(...selling, 'pricing', 'stock') });
    const [generation] = shop.generations.list();
    const resting = generation?.findings.filter(({ code }) => code === 'CONTRIBUTION_RESTS') ?? [];
    expect(resting.map(({ what }) => /"[\w.]+" of the extension "[\w-]+"/.exec(what)?.[0])).to.have.members([
      '"Query.deliveryMethods" of the extension "checkout"',
      '"Query.deliveryCountries" of the extension "checkout"',
      '"Cart.claims" of the extension "cart"',
      '"Query.paymentMethods" of the extension "payments"',
      '"Query.orderMailTexts" of the extension "orders"',
    ]);
    expect(await shop.graphql('{ flatRateShipping { price } product(id: "1001") { price } }')).to.deep.equal({
      data: { flatRateShipping: { price: 4.9 }, product: { price: 12.9 } },
    });
    expect((await openPath(`${shop.url}/products/1001`)).html).to.include('Pay at the door');
  });
});

describe('a shop that signs no one in', () => {
  it('sends guests nowhere from a private page, and sells to those who bring a token', async () => {
    await using shop = await startGateway({ config: without(['customers']) });
    const { status, location, html } = await openPath(`${shop.url}/account`);
    expect([status, location]).to.deep.equal([401, null]);
    expect(html).to.include('Sign in to see this page');
    const token = await shop.token();
    await shop.rest('POST', '/cart/lines', { token, body: { sku, quantity: 1 } });
    const query = '{ checkout { cart { quantity } buyer { email } } }';
    expect(await shop.graphql(query, {}, token)).to.deep.equal({
      data: { checkout: { cart: { quantity: 1 }, buyer: null } },
    });
  });
});

describe('with one extension less', () => {
  /** Of the whole shop: what an extension has stored stays when it is switched off. */
  let database: Awaited<ReturnType<typeof createShopDatabase>>;
  before(async () => {
    const reading = { environment: { DATABASE_URL: 'postgresql://localhost/any' } };
    database = await createShopDatabase(await loadConfig(await shopConfig(), reading), true);
  });
  after(() => database?.drop());

  for (const [extension, needs] of Object.entries(neededBy))
    describe(`a shop without ${extension}`, () => {
      if (needs.length > 0)
        it('is refused as long as others need it, which are named', async () => {
          const { code, stdout } = await runStoa(['check'], { file: await shopConfig(without([extension])) });
          expect(code).to.equal(1);
          expect(stdout).to.include(`"${extension}" is not enabled`);
          for (const other of needs) expect(stdout, other).to.match(new RegExp(`extensions/${other}/.* error `));
        });

      it('has whole pages', async () => {
        const off = withDependents(extension);
        await using shop = await startGateway({ config: without(off), databaseUrl: database.url, empty: true });
        const cookie = off.includes('cart') ? undefined : await fillCart(shop.url, sku);
        for (const [path, owner, shows] of pages) {
          const { status, html } = await openPath(shop.url + path, cookie);
          const isAway = off.includes(owner);
          const isLeft = pages.some(([other, one]) => other === path && !off.includes(one));
          expect(status, path).to.equal(isLeft ? 200 : 404);
          if (!isAway) expect(html, path).to.include(shows);
          // A page that is not there links to itself in other languages.
          if (status === 200)
            for (const name of off)
              expect(marks[name]?.exec(html)?.[0], `${path} speaks of ${name}`).to.equal(undefined);
        }
        await openDesk(shop, off);
        expect(shop.log.text()).not.to.include('"level":50');
      });
    });
});
