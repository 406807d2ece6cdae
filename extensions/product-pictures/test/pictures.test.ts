import { basename } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { StoaError } from 'stoa';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

interface Shown {
  readonly id: string;
  readonly alt: string;
  readonly width: number;
  readonly sources: readonly { readonly url: string; readonly width: number }[];
}

describe('product-pictures', () => {
  let shop: TestExtension;
  let token: string;
  // What the catalog was told of each product.
  const images = new Map<string, { readonly image: string | null; readonly alt: string | null }>();
  let catalogIsAway = false;
  before(async () => {
    shop = await openExtension('product-pictures', {
      locales: ['en-IE', 'de'],
      mocks: {
        Query: {
          product: (_root: unknown, { id }: { id: string }) => {
            if (id === '8') throw new StoaError('UNAVAILABLE', 'away');
            return id === '9' ? null : { productId: id };
          },
          deskProduct: { productId: '1' },
        },
        Mutation: {
          setProductImage: (_root: unknown, { productId, image, alt }: Record<string, string>) => {
            if (catalogIsAway) throw new StoaError('UNAVAILABLE', 'away');
            images.set(productId ?? '', { image: image ?? null, alt: alt ?? null });
            return true;
          },
        },
      },
    });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.database.query('delete from product_picture');
    images.clear();
    catalogIsAway = false;
  });

  const pictureOf = (colour: string, width: number) =>
    sharp({ create: { width, height: width / 2, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const formOf = async (colour: string, alt: string, width = 800) => {
    const body = new FormData();
    body.append('alt', alt);
    body.append('picture', new File([new Uint8Array(await pictureOf(colour, width))], 'a.png'));
    return body;
  };
  const add = async (colour: string, alt = colour, id = '1', width = 800) =>
    (await shop.rest('POST', `/desk/products/${id}/pictures`, { body: await formOf(colour, alt, width), token }))
      .status;
  const post = async (path: string, body: object) =>
    (await shop.rest('POST', `/desk/products/1/picture${path}`, { body, token })).status;
  const pictures = async () => {
    const text = '{ product(id: "1") { pictures { id alt width sources { url width } } } }';
    const { data } = await shop.graphql<{ product: { pictures: readonly Shown[] } }>(text);
    return data?.product.pictures ?? [];
  };
  const alts = async () => (await pictures()).map(({ alt }) => alt);

  // First, since jobs of the others ask, too.
  it('cost one statement for all products', async () => {
    shop.queries();
    await shop.graphql('{ products { nodes { pictures { id } } } }');
    expect(shop.queries()).to.have.lengthOf(1);
  });

  it('are added in order, in several widths, and the catalog shows the first', async () => {
    expect([await add('red'), await add('blue')]).to.deep.equal([200, 200]);
    const [red, blue] = await pictures();
    expect([red?.alt, blue?.alt, red?.width]).to.deep.equal(['red', 'blue', 800]);
    expect(red?.sources.map(({ width }) => width)).to.deep.equal([320, 640, 800]);
    expect(images.get('1')).to.deep.equal({ image: red?.sources[1]?.url, alt: 'red' });
    expect((await fetch(shop.url + red?.sources[0]?.url)).headers.get('content-type')).to.equal('image/webp');
    expect((await shop.records()).at(-1)).to.deep.include({ action: 'picture.added', subject: 'product:1' });
  });

  it('are added once, also by a form that is sent twice', async () => {
    expect([await add('red'), await add('red')]).to.deep.equal([200, 200]);
    expect(await alts()).to.deep.equal(['red']);
  });

  it('change place and words, which is written down once', async () => {
    for (const colour of ['red', 'blue', 'lime']) await add(colour);
    const [, , lime] = await pictures();
    for (let time = 0; time < 2; time++)
      expect(await post('', { picture: lime?.id, alt: 'a lime', place: 1 })).to.equal(200);
    expect(await alts()).to.deep.equal(['a lime', 'red', 'blue']);
    expect(images.get('1')?.alt).to.equal('a lime');
    const records = (await shop.records()).filter(({ action }) => action === 'picture.changed');
    expect(records).to.have.lengthOf(1);
    expect(records[0]).to.deep.include({ from: { picture: lime?.id, alt: 'lime', place: 3 } });
  });

  it('are removed, and their files when no other product has them', async () => {
    await add('red');
    await add('red', 'red', '2');
    const [red] = await pictures();
    const status = async () => (await fetch(shop.url + red?.sources[0]?.url)).status;
    expect(await post('/removal', { picture: red?.id })).to.equal(200);
    expect([await alts(), images.get('1'), await status()]).to.deep.equal([[], { image: null, alt: null }, 200]);
    const rows = await shop.database.query<{ id: string }>('select picture_id::text as id from product_picture');
    const body = { picture: rows[0]?.id };
    expect((await shop.rest('POST', '/desk/products/2/picture/removal', { body, token })).status).to.equal(200);
    expect(await status()).to.equal(404);
  });

  it('keep files that are a width of a picture of another product', async () => {
    await add('teal');
    await add('teal', 'teal', '2', 640);
    const [teal] = await pictures();
    await post('/removal', { picture: teal?.id });
    const statuses = await Promise.all(
      teal?.sources.map(async ({ url }) => (await fetch(shop.url + url)).status) ?? [],
    );
    expect(statuses).to.deep.equal([200, 200, 404]);
  });

  it('have their files, also when the same picture is removed meanwhile', async () => {
    const locks = async (count: number) => {
      const text = `select from pg_locks where relation = 'product_picture'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      while ((await shop.database.query(text)).length < count);
    };
    await add('olive');
    const [olive] = await pictures();
    const addresses = olive?.sources.map(({ url }) => shop.url + url) ?? [];
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = shop.database.transaction(async (transaction) => {
      await transaction.query('lock table product_picture in share row exclusive mode');
      await transaction.query('delete from product_picture');
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const removal = shop.runJob('finishRemoval', { productId: '1', files: addresses.map((each) => basename(each)) });
    await locks(1);
    const addition = add('olive');
    await locks(2);
    released.resolve();
    await Promise.all([holder, removal]);
    expect(await addition).to.equal(200);
    for (const address of addresses) expect((await fetch(address)).status).to.equal(200);
  });

  it('are removed while the catalog is away, and a job does the rest when it is back', async () => {
    for (const colour of ['navy', 'blue']) await add(colour);
    const [navy, blue] = await pictures();
    const address = shop.url + navy?.sources.at(-1)?.url;
    catalogIsAway = true;
    shop.queries();
    expect(await post('/removal', { picture: navy?.id })).to.equal(200);
    expect(shop.queries().filter((text) => text.includes('stoa.later'))).to.have.lengthOf(1);
    expect([await alts(), images.get('1')?.alt, (await fetch(address)).status]).to.deep.equal([['blue'], 'navy', 200]);
    catalogIsAway = false;
    await shop.runJob('finishRemoval', { productId: '1', files: [basename(address)] });
    expect(images.get('1')).to.deep.equal({ image: blue?.sources[1]?.url, alt: 'blue' });
    expect((await fetch(address)).status).to.equal(404);
  });

  it('go with a product that is deleted, and so do files that no other product has', async () => {
    for (const colour of ['red', 'blue']) await add(colour);
    await add('red', 'red', '2');
    const [red, blue] = await pictures();
    for (let time = 0; time < 2; time++) await shop.publish('product.deleted', { productId: '1', skus: ['A'] });
    expect(await alts()).to.deep.equal([]);
    const statusOf = async (picture?: Shown) => (await fetch(shop.url + picture?.sources[0]?.url)).status;
    expect([await statusOf(red), await statusOf(blue)]).to.deep.equal([200, 404]);
  });

  it('of other products, or that are gone, are not found', async () => {
    await add('red', 'red', '2');
    const [row] = await shop.database.query<{ id: string }>('select picture_id::text as id from product_picture');
    for (const picture of [row?.id, '999', 'x']) {
      expect(await post('', { picture, place: 1 })).to.equal(404);
      expect(await post('/removal', { picture })).to.equal(404);
    }
    expect(await add('red', 'red', '9')).to.equal(404);
  });

  it('cannot be added while the catalog is away, which is no unknown product', async () => {
    expect(await add('red', 'red', '8')).to.equal(503);
    catalogIsAway = true;
    expect(await add('red')).to.equal(503);
    catalogIsAway = false;
    expect(await add('red')).to.equal(200);
    expect(images.get('1')?.alt).to.equal('red');
  });

  it('are refused when they are none, and for those who may not', async () => {
    const body = new FormData();
    body.append('picture', new File(['no picture'], 'a.png'));
    expect((await shop.rest('POST', '/desk/products/1/pictures', { body, token })).status).to.be.oneOf([400, 415]);
    const other = await shop.token({ permissions: ['stock:write'] });
    for (const [bearer, status] of [
      [undefined, 401],
      [other, 403],
    ] as const)
      for (const path of ['pictures', 'picture', 'picture/removal'])
        expect((await shop.rest('POST', `/desk/products/1/${path}`, { body: {}, token: bearer })).status).to.equal(
          status,
        );
    expect(await alts()).to.deep.equal([]);
  });

  it('have a section at the desk, which shows a refused form again', async () => {
    const { location } = await shop.form('/desk/products/1/pictures', await formOf('red', 'A red one'), { token });
    expect(location).to.equal('/desk/products/1?saved=pictures#saved');
    const { html } = await shop.page(location ?? '', { token });
    expect(html).to.contain('The pictures are saved.').and.contain('alt="A red one"').and.contain('Remove picture 1');
    const refused = new FormData();
    refused.append('alt', 'Kept');
    const answer = await shop.form('/desk/products/1/pictures', refused, { token });
    expect(answer.status).to.equal(400);
    expect(answer.html).to.contain('value="Kept"').and.contain('desk-error');
  });

  it('have a form right after a product is added, in each language', async () => {
    for (const [prefix, title] of [
      ['', 'Its picture'],
      ['/de', 'Das Bild dazu'],
    ] as const) {
      const { html } = await shop.page(`${prefix}/desk/products/1?saved=product`, { token });
      const section = elementWith(html, 'section', 'class="desk-section"');
      expect(section).to.contain(title).and.contain('multipart/form-data');
      expect(section).to.contain(`action="${prefix}/desk/products/1/pictures#pictures"`);
    }
  });

  it('stand on the page of the product from the second on', async () => {
    await add('red', 'the first');
    expect((await shop.page('/products/1')).html).to.not.contain('More pictures');
    await add('blue', 'the second');
    const { html } = await shop.page('/products/1');
    expect(html).to.contain('alt="the second"').and.not.contain('alt="the first"');
  });
});
