import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Category {
  readonly categoryId: string;
  readonly parent: string | null;
  readonly slug: string;
  readonly name: string;
  readonly depth: number;
  readonly products: number;
  readonly version: string;
}

describe('catalog: categories at the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const post = (path: string, body: object) =>
    shop.rest<{ error?: string; data: { categoryId: string } }>('POST', `/desk/categories${path}`, { body, token });
  const tree = async () => {
    const text = '{ deskCategories { categoryId parent slug name depth products version } }';
    const { data } = await shop.graphql<{ deskCategories: readonly Category[] }>(text, {}, { token });
    return data?.deskCategories ?? [];
  };
  const bySlug = async (slug: string) => {
    const category = (await tree()).find((each) => each.slug === slug);
    if (category === undefined) throw new Error(`there is no category ${slug}`);
    return category;
  };

  it('are a list in which each is behind the one above it, with the number of its products', async () => {
    const [first, second] = await tree();
    expect(first).to.deep.include({ slug: 'supplements', depth: 0, parent: null, products: 0 });
    expect(second).to.deep.include({ slug: 'vitamins', depth: 1, parent: first?.categoryId, products: 10 });
  });

  it('count products where a field asks for it alone, and one is read without the others', async () => {
    const { categoryId } = await bySlug('vitamins');
    for (const [field, rows, counts] of [
      ['deskCategories { name }', 11, 0],
      ['deskCategories { products }', 11, 1],
      [`deskCategory(id: "${categoryId}") { name depth products }`, 1, 1],
      ['deskCategory(id: "x") { name }', 0, 0],
    ] as const) {
      shop.queries();
      const { data } = await shop.graphql<Record<string, unknown>>(`{ ${field} }`, {}, { token });
      const [found] = Object.values(data ?? {});
      expect([found ?? []].flat().length, field).to.equal(rows);
      expect(shop.queries().filter((text) => text.includes('count(*)'))).to.have.lengthOf(counts);
      if (rows === 1) expect(found).to.deep.equal({ name: 'Vitamins', depth: 1, products: 10 });
    }
  });

  it('are added, and shoppers see them at once', async () => {
    await shop.graphql('{ categories { slug } }');
    const { status, body } = await post('', { name: 'Käse', place: 90 });
    expect(status).to.equal(201);
    const { data } = await shop.graphql<{ categories: { slug: string }[] }>('{ categories { slug } }');
    expect(data?.categories.at(-1)).to.deep.equal({ slug: 'kase' });
    await post('', { name: 'Käse', parent: body.data.categoryId });
    await post('', { name: 'شاي' });
    const slugs = (await tree()).map(({ slug }) => slug);
    expect(slugs).to.include(`kase-${Number(body.data.categoryId) + 1}`);
    expect(slugs).to.include(`category-${Number(body.data.categoryId) + 2}`);
  });

  it('are added once by a form that is sent twice', async () => {
    const { categoryId: parent } = await bySlug('food');
    for (const form of [{ name: 'Olives' }, { name: 'Olives', parent, place: 2 }]) {
      const [first, second] = await Promise.all([post('', form), post('', form)]);
      expect(first.body.data.categoryId).to.equal(second.body.data.categoryId);
      expect([first.status, second.status]).to.deep.equal([201, 201]);
    }
    const olives = (await tree()).filter(({ name }) => name === 'Olives');
    expect(olives.map((category) => category.parent)).to.have.members([null, parent]);
    const added = (await shop.records()).filter(({ subject }) =>
      olives.some(({ categoryId }) => subject === `category:${categoryId}`),
    );
    expect(added).to.have.lengthOf(2);
  });

  it('are renamed and moved, with what lies below; the trail says so, and a second time is none', async () => {
    const [vitamins, food] = [await bySlug('vitamins'), await bySlug('food')];
    const form = { name: 'Vitamines', parent: food.categoryId, place: 3, version: vitamins.version };
    for (let time = 0; time < 2; time++) expect((await post(`/${vitamins.categoryId}`, form)).status).to.equal(200);
    expect(await bySlug('vitamins')).to.deep.include({ name: 'Vitamines', parent: food.categoryId, depth: 1 });
    const records = (await shop.records()).filter(({ action }) => action === 'category.changed');
    expect(records).to.have.lengthOf(1);
    expect(records[0]).to.deep.include({ subject: `category:${vitamins.categoryId}` });
    expect((await post(`/${vitamins.categoryId}`, { ...form, name: 'Other' })).status).to.equal(409);
  });

  it('cannot lie in themselves, by no detour, and in none that is not there', async () => {
    const [food, vitamins] = [await bySlug('food'), await bySlug('vitamins')];
    for (const parent of [food.categoryId, vitamins.categoryId, '999999', 'tea']) {
      const form = { name: 'Food', parent, place: 1, version: food.version };
      expect((await post(`/${food.categoryId}`, form)).status, parent).to.equal(400);
    }
    expect(await bySlug('food')).to.deep.equal(food);
  });

  it('have a name in each language', async () => {
    const { categoryId, version } = await bySlug('tea');
    const path = `/${categoryId}/translations`;
    expect((await post(path, { locale: 'de', name: 'Aufgüsse', version })).status).to.equal(200);
    const options = { headers: { 'accept-language': 'de' } };
    const { data } = await shop.graphql('{ category(slug: "tea") { name } }', {}, options);
    expect(data).to.deep.equal({ category: { name: 'Aufgüsse' } });
    expect((await post(path, { locale: 'de', name: 'Tees', version })).status).to.equal(409);
    expect((await post(path, { locale: 'fr', name: 'Thé', version })).status).to.equal(404);
  });

  it('go only when they are empty', async () => {
    const [tea, kase] = [await bySlug('tea'), await bySlug('kase')];
    for (const { categoryId } of [tea, kase]) expect((await post(`/${categoryId}/removal`, {})).status).to.equal(409);
    const below = (await tree()).find(({ parent }) => parent === kase.categoryId);
    for (const id of [below?.categoryId, kase.categoryId])
      expect((await post(`/${id}/removal`, {})).status).to.equal(200);
    expect((await post(`/${kase.categoryId}/removal`, {})).status).to.equal(404);
    expect((await shop.records()).at(-1)).to.deep.include({ action: 'category.removed', from: { name: 'Käse' } });
  });
});
