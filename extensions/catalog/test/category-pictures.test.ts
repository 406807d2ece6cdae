import { expect } from 'chai';
import sharp from 'sharp';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

interface Shown {
  readonly image: string | null;
  readonly imageAlt: string;
  readonly picture: { readonly width: number; readonly sources: readonly { readonly url: string }[] } | null;
}

describe('catalog: pictures of categories', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  type Fields = Readonly<Record<string, string>>;
  const [tea, sport] = ['3', '2'];
  const path = '/assets/catalog/tin-tea.svg';
  const pictureOf = async (colour: string) => {
    const picture = sharp({ create: { width: 800, height: 400, channels: 3, background: colour } });
    return new Uint8Array(await picture.png().toBuffer());
  };
  const shown = async (slug = 'tea') => {
    const text = `{ category(slug: "${slug}") { image imageAlt picture { width sources { url } } } }`;
    const { data } = await shop.graphql<{ category: Shown }>(text);
    if (data == null) throw new Error('there is no answer');
    return data.category;
  };
  const version = async (id: string) => {
    const text = '{ deskCategories { categoryId version } }';
    type Answer = { deskCategories: readonly { categoryId: string; version: string }[] };
    const { data } = await shop.graphql<Answer>(text, {}, { token });
    return data?.deskCategories.find(({ categoryId }) => categoryId === id)?.version ?? 'none';
  };
  const formOf = async (id: string, fields: Fields, picture?: Uint8Array<ArrayBuffer> | string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ version: await version(id), ...fields })) body.append(name, value);
    // Browsers send a field without a file, too.
    body.append('picture', picture === undefined ? new File([], '') : new File([picture], 'a.png'));
    return body;
  };
  const save = async (fields: Fields, picture?: Uint8Array<ArrayBuffer> | string, id = tea) =>
    (await shop.rest('POST', `/desk/categories/${id}/picture`, { body: await formOf(id, fields, picture), token }))
      .status;
  const statuses = ({ picture }: Shown) =>
    Promise.all((picture?.sources ?? []).map(async ({ url }) => (await fetch(shop.url + url)).status));
  beforeEach(async () => {
    for (const id of [tea, sport]) expect(await save({ remove: 'true' }, undefined, id)).to.equal(200);
  });

  it('are uploaded, shown in several widths, and written down once', async () => {
    const red = await pictureOf('red');
    for (let time = 0; time < 2; time++) expect(await save({ alt: 'A red tin' }, red)).to.equal(200);
    const { image, imageAlt, picture } = await shown();
    expect([imageAlt, picture?.width, picture?.sources.length]).to.deep.equal(['A red tin', 800, 3]);
    expect(image).to.equal(picture?.sources[1]?.url);
    expect((await fetch(shop.url + image)).headers.get('content-type')).to.equal('image/webp');
    const records = (await shop.records()).filter(({ subject }) => subject === `category:${tea}`);
    expect(records.at(-1)).to.deep.include({ from: { image: '', alt: '' }, to: { image, alt: 'A red tin' } });
    expect(records.filter(({ to }) => JSON.stringify(to).includes('A red tin'))).to.have.lengthOf(1);
  });

  it('stand on the page of the category and on its tile, whose size is known', async () => {
    await save({ alt: 'A red tin' }, await pictureOf('red'));
    const { image } = await shown();
    for (const [address, alt] of [
      ['/categories/tea', 'A red tin'],
      ['/de/categories/tea', 'A red tin'],
      ['/', ''],
    ] as const) {
      const picture = elementWith((await shop.page(address)).html, 'img', `srcSet="`);
      expect(picture, address).to.contain(image).and.contain(`alt="${alt}"`);
      expect(picture, address).to.match(/width="800".*height="400"/);
    }
  });

  it('are deleted when another one takes their place, they are removed, or their category is', async () => {
    await save({}, await pictureOf('red'));
    const red = await shown();
    await save({}, await pictureOf('blue'));
    const blue = await shown();
    expect([await statuses(red), await statuses(blue)]).to.deep.equal([
      [404, 404, 404],
      [200, 200, 200],
    ]);
    await save({ remove: 'true', image: blue.image ?? '' });
    expect([await shown(), await statuses(blue)]).to.deep.equal([
      { image: null, imageAlt: '', picture: null },
      [404, 404, 404],
    ]);
    const added = await shop.rest<{ data: { categoryId: string } }>('POST', '/desk/categories', {
      body: { name: 'Lime' },
      token,
    });
    const { categoryId } = added.body.data;
    await save({}, await pictureOf('lime'), categoryId);
    const lime = await shown('lime');
    expect(await statuses(lime)).to.deep.equal([200, 200, 200]);
    await shop.rest('POST', `/desk/categories/${categoryId}/removal`, { body: {}, token });
    expect(await statuses(lime)).to.deep.equal([404, 404, 404]);
  });

  it('stay while another category has the same one', async () => {
    for (const id of [tea, sport]) await save({}, await pictureOf('red'), id);
    const red = await shown();
    await save({ remove: 'true' });
    expect([await shown('sport'), await statuses(red)]).to.deep.equal([red, [200, 200, 200]]);
  });

  it('stay when only what they show is changed', async () => {
    await save({ alt: 'Red' }, await pictureOf('red'));
    const red = await shown();
    expect(await save({ alt: 'A red tin', image: red.image ?? '' })).to.equal(200);
    expect([await shown(), await statuses(red)]).to.deep.equal([{ ...red, imageAlt: 'A red tin' }, [200, 200, 200]]);
  });

  it('may be a path of the shop, which has one width', async () => {
    expect(await save({ image: 'https://other.example/a.png' })).to.equal(400);
    expect(await save({ image: path, alt: 'A tin' })).to.equal(200);
    expect(await shown()).to.deep.equal({ image: path, imageAlt: 'A tin', picture: null });
    for (const address of ['/', '/categories/tea'])
      expect((await shop.page(address)).html).to.match(new RegExp(`<img[^>]*src="${path}"`));
  });

  it('of the second of two people are refused, and their files deleted', async () => {
    await save({}, await pictureOf('red'));
    const red = await shown();
    const seen = await version(tea);
    await save({ remove: 'true' });
    expect(await save({ version: seen, alt: 'Blue' }, await pictureOf('blue'))).to.equal(409);
    expect(await save({ version: seen, alt: 'Red' }, await pictureOf('red'))).to.equal(409);
    expect([(await shown()).image, await statuses(red)]).to.deep.equal([null, [404, 404, 404]]);
  });

  it('have a form at the desk that works without JavaScript, and keeps what was typed when it is refused', async () => {
    for (const [prefix, message] of [
      ['', 'SVG is not accepted: save it as PNG.'],
      ['/de', 'SVG wird nicht angenommen: Speichern Sie es als PNG.'],
      ['/ar', 'لا يُقبل SVG'],
    ] as const) {
      const address = `${prefix}/desk/categories/${tea}`;
      const drawing = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
      const refused = await shop.form(`${address}/picture`, await formOf(tea, { alt: 'Kept' }, drawing), { token });
      expect(refused.status).to.equal(415);
      expect(refused.html).to.match(new RegExp(`picture-error" class="desk-error">[^<]*${message}`));
      expect(refused.html).to.contain('value="Kept"');
      const red = await formOf(tea, { alt: 'A red tin' }, await pictureOf('red'));
      const saved = await shop.form(`${address}/picture`, red, { token });
      expect(saved).to.include({ status: 303, location: `${address}?saved=category#saved` });
      const section = elementWith((await shop.page(address, { token })).html, 'section', 'id="picture"');
      expect(section).to.contain('multipart/form-data').and.contain('name="remove"').and.contain('alt="A red tin"');
      await save({ remove: 'true' });
    }
  });

  it('are changed by those alone who may, and of categories that are there', async () => {
    const other = await shop.token({ permissions: ['stock:write'] });
    for (const [bearer, status] of [
      [undefined, 401],
      [other, 403],
    ] as const) {
      const body = await formOf(tea, {});
      expect((await shop.rest('POST', `/desk/categories/${tea}/picture`, { body, token: bearer })).status).to.equal(
        status,
      );
    }
    for (const id of ['999999', 'x']) expect(await save({}, await pictureOf('red'), id)).to.equal(404);
  });
});
