import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

const assets = join(import.meta.dirname, '../assets');

describe('catalog: pages', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog');
  });
  after(() => shop.close());

  async function read(path: string): Promise<string> {
    const { status, html } = await shop.page(path);
    expect(status).to.equal(200);
    return html;
  }

  function linkTo(html: string, text: string): string | undefined {
    const href = new RegExp(`href="([^"]*)"[^>]*>${text}`).exec(html)?.[1];
    return href?.replaceAll('&amp;', '&');
  }

  describe('the home page', () => {
    it('shows the first 24 products, each leading to its page', async () => {
      const html = await read('/');
      const list = html.slice(html.indexOf('All products'));
      expect(list.match(/<h3/g)).to.have.lengthOf(24);
      expect(linkTo(html, 'Vitamin C 1000 mg')).to.equal('/products/vitamin-c-1000-mg');
      expect(html).to.contain('€12.90').and.to.contain('72 products');
    });

    it('leads to its pages by number, with no link to where it leads to already', async () => {
      const linksOf = (html: string) => ['Previous page', '1', '2', '3', 'Next page'].map((text) => linkTo(html, text));
      const numbers = ['/', '/?page=2', '/?page=3'];
      expect(linksOf(await read('/'))).to.deep.equal([undefined, ...numbers, '/?page=2']);
      const second = await read('/?page=2');
      expect(linksOf(second)).to.deep.equal(['/', ...numbers, '/?page=3']);
      expect(second).to.contain('Page 2 of 3');
      expect(elementWith(second, 'a', 'aria-current="page"')).to.contain('href="/?page=2"');
      expect(elementWith(second, 'link', 'rel="canonical"')).to.contain('/?page=2"');
      const third = await read('/?page=3');
      expect(third.match(/<h2/g)).to.have.lengthOf(24);
      expect(linksOf(third)).to.deep.equal(['/?page=2', ...numbers, undefined]);
    });

    it('still answers addresses with a cursor, and counts their page', async () => {
      const { data } = await shop.graphql<{ products: { pageInfo: { endCursor: string } } }>(
        '{ products(first: 24) { pageInfo { endCursor } } }',
      );
      const html = await read(`/?after=${data?.products.pageInfo.endCursor}`);
      expect(html).to.contain('Page 2 of 3').and.to.contain('<title>Stoa – page 2</title>');
    });

    it('keeps the search from page to page', async () => {
      const html = await read('/?search=and');
      expect(linkTo(html, 'Next page')).to.equal('/?search=and&page=2');
      const second = await read(linkTo(html, 'Next page') ?? '');
      expect(linkTo(second, 'Previous page')).to.equal('/?search=and');
    });

    it('has one true address as a whole, and none for a search', async () => {
      expect(elementWith(await read('/'), 'link', 'rel="canonical"')).to.contain('href=');
      expect(await read('/?search=tea')).to.not.contain('rel="canonical"');
    });

    for (const [what, path, problem] of [
      ['a cursor that is none', '/?after=nonsense', 'The list does not have this page.'],
      ['a page before the first', '/?page=0', 'The list does not have this page.'],
      ['a search that is too long', `/?search=${'a'.repeat(201)}`, 'A search has at most 200 characters.'],
    ] as const)
      it(`still says what it is, what is wrong, and where to go, with ${what}`, async () => {
        const html = await read(path);
        expect(html).to.contain('<h1').and.to.contain(problem).and.not.to.contain('<h2');
        expect(linkTo(html, 'See all products')).to.equal('/');
      });

    it('shows the first page, and says so, where the page is no number', async () => {
      const html = await read('/?page=abc');
      expect(html).to.contain('The list does not have this page.').and.to.contain('Page 1 of 3');
      expect(elementWith(html, 'link', 'rel="canonical"')).to.contain('/"');
    });

    for (const path of ['/?page=4', '/categories/vitamins?page=9'])
      it(`says that the list does not have a page after its last, and asks for no listing of ${path}`, async () => {
        const html = await read(path);
        expect(html).to.contain('The list does not have this page.').and.not.to.contain('<h2');
        expect(elementWith(html, 'meta', 'name="robots"')).to.contain('noindex');
      });

    it('has nothing to complain of elsewhere', async () => {
      const html = await read(linkTo(await read('/'), 'Next page') ?? '');
      expect(html).to.not.contain('not have this page').and.not.to.contain('See all products');
    });

    it('shows what is searched for as text, wherever it does', async () => {
      const html = await read(`/?search=${encodeURIComponent('"><script>alert(1)</script>')}`);
      expect(html).to.contain('Nothing found').and.not.to.contain('<script>alert');
    });
  });

  describe('the product page', () => {
    it('says in the head what it is about', async () => {
      const html = await read('/products/1001');
      expect(html).to.contain('<title>Vitamin C 1000 mg – Stoa</title>');
      expect(elementWith(html, 'meta', 'name="description"')).to.contain('Slow-release vitamin C');
      expect(elementWith(html, 'link', 'rel="canonical"')).to.contain('/products/vitamin-c-1000-mg');
    });

    it('lists the sizes with their prices where there are several', async () => {
      const words = (await read('/products/1011')).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
      expect(words).to.contain('Sizes 120 capsules €14.90 60 capsules €8.90 240 capsules €26.90');
      expect(await read('/products/1003')).to.not.contain('Sizes');
    });

    it('is a 404 for a product that does not exist', async () => {
      expect((await shop.page('/products/4711')).status).to.equal(404);
    });
  });

  describe('the pictures', () => {
    it('are all there, for every product', async () => {
      const { data } = await shop.graphql<{ products: { nodes: { image: string | null }[] } }>(
        '{ products(first: 100) { nodes { image } } }',
      );
      const files = new Set((await readdir(assets)).map((name) => `/assets/catalog/${name}`));
      const images = data?.products.nodes.map(({ image }) => image) ?? [];
      expect(images).to.have.lengthOf(72);
      expect(images.filter((image) => image === null || !files.has(image))).to.deep.equal([]);
    });

    it('weigh less than 200 kB together, and each for sharing less than 20 kB', async () => {
      const sizes = await Promise.all(
        (await readdir(assets)).map(async (name) => ({ name, size: (await stat(join(assets, name))).size })),
      );
      const [shared, shown] = [true, false].map((isShared) =>
        sizes.filter(({ name }) => name.endsWith('.png') === isShared).map(({ size }) => size),
      );
      expect(shown?.reduce((sum, size) => sum + size, 0)).to.be.below(200_000);
      expect(shared).to.have.length(shown?.length ?? 0);
      expect(Math.max(...(shared ?? []))).to.be.below(20_000);
    });

    it('are served', async () => {
      const { status, headers } = await fetch(`${shop.url}/assets/catalog/bottle-vitamin.svg`);
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml']);
    });

    it('are not taken from a product that has its own', async () => {
      await shop.database.query("update product set image = '/own.jpg' where product_id = 1001");
      await shop.database.query(await readFile(join(assets, '../seed/002-product-pictures.sql'), 'utf8'));
      expect(await shop.database.query('select image from product where product_id = 1001')).to.deep.equal([
        { image: '/own.jpg' },
      ]);
    });
  });
});
