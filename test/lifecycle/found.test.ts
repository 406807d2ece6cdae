import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('what search engines and other sites read', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway();
  });
  after(() => shop[Symbol.asyncDispose]());

  const read = async (path: string): Promise<string> =>
    (await fetch(shop.url + path, { headers: { accept: 'text/html' } })).text();

  function thingsIn(html: string): readonly Record<string, unknown>[] {
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) =>
      JSON.parse(json),
    );
  }

  function metaOf(html: string, name: string): string | undefined {
    return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
  }

  async function typeOfPicture(html: string): Promise<string | null> {
    const { status, headers } = await fetch(metaOf(html, 'og:image') ?? '');
    return status === 200 ? headers.get('content-type') : null;
  }

  it('describes a product with its offer, its rating and its place in the shop', async () => {
    const html = await read('/products/1001');
    const things = thingsIn(html);
    expect(things.map((thing) => thing['@type'])).to.deep.equal(['Product', 'BreadcrumbList']);
    const address = `${shop.url}/products/vitamin-c-1000-mg`;
    expect(things[0]).to.deep.include({
      '@context': 'https://schema.org',
      name: 'Vitamin C 1000 mg',
      url: address,
      image: `${shop.url}/assets/catalog/bottle-vitamin.png`,
      offers: {
        '@type': 'Offer',
        url: address,
        price: '12.90',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
      },
    });
    expect(things[0]).to.have.nested.property('aggregateRating.reviewCount').that.is.above(0);
    expect(things[1]).to.have.nested.property('itemListElement[1].item', address);
    const [soldOut] = thingsIn(await read('/products/1008'));
    expect(soldOut).to.have.nested.property('offers.availability', 'https://schema.org/OutOfStock');
  });

  it('says what a link to the product shows', async () => {
    const html = await read('/products/1001?utm_source=x');
    const address = `${shop.url}/products/vitamin-c-1000-mg`;
    expect(metaOf(html, 'og:title')).to.equal('Vitamin C 1000 mg – Stoa');
    expect(metaOf(html, 'og:type')).to.equal('product');
    expect(metaOf(html, 'og:url')).to.equal(address);
    expect(await typeOfPicture(html)).to.equal('image/png');
    expect(await typeOfPicture(await read('/'))).to.equal('image/png');
    expect(metaOf(html, 'og:site_name')).to.equal('Stoa');
    expect(html).to.contain(`<link rel="canonical" href="${address}">`);
  });

  it('asks for no listing of searches without a result, and of private pages', async () => {
    expect(metaOf(await read('/?search=qqqqqq'), 'robots')).to.equal('noindex');
    expect(metaOf(await read('/?search=vitamin'), 'robots')).to.equal(undefined);
    expect(metaOf(await read('/'), 'robots')).to.equal(undefined);
  });

  it('numbers the pages of the list and of a search in their titles', async () => {
    const titleOf = async (path: string) => /<title>(.*?)<\/title>/.exec(await read(path))?.[1];
    const nextOf = async (path: string) =>
      /rel="next" href="([^"]*)"/.exec(await read(path))?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await nextOf('/');
    const titles = [await titleOf('/'), await titleOf(second), await titleOf(await nextOf(second))];
    const start = 'Stoa: supplements, teas and good food';
    expect(titles).to.deep.equal([start, `${start} – page 2`, `${start} – page 3`]);
    expect(await titleOf(await nextOf('/?search=o'))).to.match(/“o” – Stoa – page 2$|food$/);
  });

  it('lists pages and products in sitemaps', async () => {
    const index = await fetch(`${shop.url}/sitemap.xml`);
    expect(index.headers.get('content-type')).to.contain('application/xml');
    const locations = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    const maps = locations(await index.text());
    const inAll = (name: string) => ['', '/de', '/ar'].map((start) => `${shop.url}${start}/${name}`);
    const ofExtensions = [...inAll('sitemap-products.xml'), ...inAll('sitemap-content.xml')];
    expect(maps).to.deep.equal([`${shop.url}/sitemap-pages.xml`, ...ofExtensions]);
    const [pages, products] = await Promise.all(
      maps.map(async (map) => locations(await (await fetch(map ?? '')).text())),
    );
    expect(pages).to.include(`${shop.url}/`).and.to.not.include(`${shop.url}/account`);
    expect(products).to.have.lengthOf(72).and.to.include(`${shop.url}/products/vitamin-c-1000-mg`);
    expect((await fetch(`${shop.url}/sitemap.xml`, { method: 'POST' })).status).to.equal(405);
  });

  it('tells robots what is private, and what extensions add', async () => {
    const text = await read('/robots.txt');
    expect(text).to.match(/^User-agent: \*\n/);
    expect(text).to.contain('Disallow: /account\n').and.to.contain('Disallow: /sign-in\n');
    for (const locale of ['', '/de', '/ar']) expect(text).to.not.contain(`\nDisallow: ${locale}\n`);
    expect(text).to.contain(`\nSitemap: ${shop.url}/sitemap.xml\n`);

    await using added = await startGateway({ fixture: 'small-shop', empty: true });
    expect(await (await fetch(`${added.url}/robots.txt`)).text()).to.not.contain('Disallow: /secret');
    const [extension] = added.gateway.manifests;
    const file = join(extension?.folder ?? '', 'assets/robots.txt');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'Disallow: /secret\n');
    await added.generations.reload('a robots.txt');
    expect(await (await fetch(`${added.url}/robots.txt`)).text()).to.contain('\nDisallow: /secret\n');
  });

  it('has an icon where browsers look for one', async () => {
    const icon = await fetch(`${shop.url}/favicon.ico`);
    expect(icon.status).to.equal(200);
    expect(icon.headers.get('content-type')).to.equal('image/svg+xml');
  });

  it('sends a product page of less than 30 kB, without a script that runs', async () => {
    const response = await fetch(`${shop.url}/products/1001`, { headers: { 'accept-encoding': 'identity' } });
    const html = await response.text();
    expect(Buffer.byteLength(html)).to.be.below(30_000);
    expect(html.replaceAll(/<script type="application\/ld\+json">.*?<\/script>/g, '')).to.not.contain('<script');
    expect(response.headers.get('content-security-policy')).to.contain("script-src 'none'");
  });
});

describe('a shop whose gateway.yaml has its address', () => {
  it('answers a request for another host with addresses of its own', async () => {
    const environment = { SHOP_URL: 'https://Shop.example/' };
    await using shop = await startGateway({ environment });
    const read = async (path: string) => {
      const response = await fetch(shop.url + path, { headers: { accept: 'text/html' } });
      expect(response.status).to.equal(200);
      return { text: await response.text(), vary: response.headers.get('vary') ?? '' };
    };
    const { text: page } = await read('/products/1001');
    const address = 'https://shop.example/products/vitamin-c-1000-mg';
    expect(page).to.include(`<link rel="canonical" href="${address}">`);
    expect(page).to.include(`<meta property="og:url" content="${address}">`);
    expect(page).to.include(
      '<meta property="og:image" content="https://shop.example/assets/catalog/bottle-vitamin.png">',
    );
    expect(page).to.include(`"url":"${address}"`);
    expect(page).to.not.include(shop.url);
    for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/sitemap-products.xml']) {
      const { text, vary } = await read(path);
      expect(text, path).to.include('https://shop.example/').and.not.include(shop.url);
      expect(vary, path).to.not.include('Host');
    }
  });
});
