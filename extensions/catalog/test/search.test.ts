import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Found {
  readonly products: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly productId: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const text = `query ($search: String, $first: Int = 100, $after: String) {
  products(search: $search, first: $first, after: $after) {
    totalCount nodes { productId } pageInfo { hasNextPage endCursor }
  }
}`;

describe('catalog: products(search:)', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'de-AT'] });
  });
  after(() => shop.close());

  async function find(search: string | null, more: object = {}): Promise<Found['products']> {
    const { data, errors } = await shop.graphql<Found>(text, { search, ...more });
    if (data == null) throw new Error(JSON.stringify(errors));
    return data.products;
  }

  async function idsOf(search: string): Promise<readonly string[]> {
    return (await find(search)).nodes.map(({ productId }) => productId);
  }

  it('finds a word of the name', async () => {
    expect(await idsOf('Rooibos')).to.deep.equal(['1058']);
  });

  it('finds words by their beginning', async () => {
    expect(await idsOf('jet la')).to.deep.equal(['1052']);
  });

  it('takes upper and lower case for one, in the search and in the product', async () => {
    expect(await idsOf('rOOIBOS')).to.deep.equal(['1058']);
    expect(await idsOf('uji')).to.deep.equal(['1060']);
  });

  it('finds what has all words, wherever and in whatever order', async () => {
    expect(await idsOf('jet  melatonin')).to.deep.equal(['1052']);
    expect(await idsOf('melatonin honey')).to.deep.equal([]);
  });

  const firstThree = async (search: string): Promise<readonly string[]> => {
    const { data } = await shop.graphql<{ products: { nodes: { name: string }[] } }>(
      'query ($search: String) { products(first: 3, search: $search) { nodes { name } } }',
      { search },
    );
    return (data?.products.nodes ?? []).map(({ name }) => name);
  };

  for (const [search, meant] of [
    ['teas', /tea|rooibos|matcha|chamomile|infusion|sencha|oolong|mint/i],
    ['vitmin', /vitamin/i],
    ['VITAMÍN', /vitamin/i],
    ['omega 3', /omega-3/i],
    ['omega3', /omega-3/i],
    ['for sleep', /melatonin|valerian|chamomile/i],
    ['help me sleep', /melatonin|valerian|chamomile/i],
    ['slep', /melatonin|valerian|chamomile/i],
    ['joints', /glucosamine|msm|turmeric/i],
    ['jiont', /glucosamine|msm|turmeric/i],
    ['something for joint pain', /glucosamine|msm|turmeric/i],
    ['tired', /b12|b complex|iron/i],
    ['magnesuim', /magnesium|electrolyte/i],
    ['agnesium', /magnesium|electrolyte/i],
    ['omgea', /omega-3|cod liver/i],
    ['zync', /zinc/i],
    ['protien', /protein/i],
    ['vanila protine', /whey protein vanilla/i],
    ['oil fish', /fish oil|cod liver/i],
    ['greentea', /green tea|matcha/i],
    ['b 12', /b12/i],
    ['pregnent', /folic/i],
    ['kids vitamins', /kids/i],
  ] as const)
    it(`has what a shopper means first for ${JSON.stringify(search)}`, async () => {
      const names = await firstThree(search);
      expect(names).to.not.deep.equal([]);
      for (const name of names) expect(name).to.match(meant);
    });

  it('does not find a word within another one', async () => {
    expect(await firstThree('teas')).to.not.include('Digestive Enzymes');
  });

  it('names the correction of a misspelt word', async () => {
    const { data } = await shop.graphql('{ products(search: "vitmin d3") { correctedSearch } }');
    expect(data).to.deep.equal({ products: { correctedSearch: 'vitamin d3' } });
    const right = await shop.graphql('{ products(search: "vitamin d3") { correctedSearch } }');
    expect(right.data).to.deep.equal({ products: { correctedSearch: null } });
  });

  it('leaves out words that no product is about, when no product has all, and says so', async () => {
    const corrected = async (search: string) => {
      const { data } = await shop.graphql<{ products: { correctedSearch: string | null } }>(
        'query ($search: String) { products(search: $search) { correctedSearch } }',
        { search },
      );
      return data?.products.correctedSearch;
    };
    expect(await corrected('help me sleep')).to.equal('sleep');
    // "stuff" could be "stiff", but then there is nothing.
    expect(await corrected('stuff for hair')).to.equal('hair');
    expect(await corrected('organic sulphur')).to.equal(null);
  });

  it('corrects no word to one that is far from it', async () => {
    for (const search of ['laptop', 'weight loss', 'shoes', 'cbd', 'aloe vera'])
      expect(await idsOf(search), search).to.deep.equal([]);
  });

  it('lists and counts at most a thousand', async () => {
    await shop.database.query(
      "insert into product (name, price_cents, sku) select 'Zwieback', 1, 'many ' || n from generate_series(1, 1100) n",
    );
    expect((await find('zwieback', { first: 1 })).totalCount).to.equal(1000);
    await shop.database.query("delete from product where sku like 'many %'");
  });

  for (const [what, published, hideAt] of [
    ['drafts', false, null],
    ['hidden products', true, '2020-01-01'],
  ] as const)
    it(`finds and suggests in each language what is behind a thousand ${what}`, async () => {
      await shop.database.query(
        `insert into product (name, price_cents, sku, published, hide_at)
        select 'Zwieback', 1, 'many ' || n, n > 1100 or $1, case when n <= 1100 then $2::timestamptz end
        from generate_series(1, 1101) n`,
        [published, hideAt],
      );
      for (const locale of ['en', 'de', 'de-AT']) {
        if (locale !== 'en')
          await shop.database.query(
            `insert into product_translation (product_id, locale, name)
            select product_id, $1, 'Zwieback' from product where sku like 'many %'`,
            [locale],
          );
        const query = `{
          products(search: "zwieback") { nodes { sku } totalCount }
          none: products(search: "zwieback rooibos") { suggestions { sku } }
        }`;
        const { data } = await shop.graphql<{ none: { suggestions: readonly object[] } }>(
          query,
          {},
          { headers: { 'accept-language': locale } },
        );
        expect(data).to.have.deep.property('products', { nodes: [{ sku: 'many 1101' }], totalCount: 1 });
        expect(data?.none.suggestions).to.deep.include({ sku: 'many 1101' });
      }
      await shop.database.query("delete from product where sku like 'many %'");
    });

  it('suggests what has any of the words when nothing has all, and something in any case', async () => {
    const suggest = async (search: string) => {
      const { data } = await shop.graphql<{ products: { suggestions: { productId: string }[] } }>(
        'query ($search: String) { products(search: $search) { suggestions { productId } } }',
        { search },
      );
      return data?.products.suggestions.map(({ productId }) => productId) ?? [];
    };
    expect(await suggest('melatonin honey'))
      .to.include('1052')
      .and.to.have.lengthOf(4);
    expect(await suggest('qqqqqq')).to.have.lengthOf(4);
    expect(await suggest('rooibos')).to.deep.equal([]);
  });

  for (const search of [null, '', '  \t '])
    it(`finds everything for ${JSON.stringify(search)}`, async () => {
      expect((await find(search)).totalCount).to.equal(72);
    });

  for (const search of ['%', '_', '\\', "'", '&|!():*'])
    it(`finds nothing for ${JSON.stringify(search)}, which has no word`, async () => {
      expect(await find(search)).to.deep.include({ totalCount: 0, nodes: [] });
    });

  for (const search of ["'; drop table product; --", "it's & (a | b):*", "a\\b ''''", '<script>', '日本語 🙂 ½ ﷺ'])
    it(`takes ${JSON.stringify(search)} as a text`, async () => {
      await find(search);
      expect((await find(null)).totalCount).to.equal(72);
    });

  it('finds a product that is written later, and its corrections', async () => {
    await shop.database.query("insert into product (name, price_cents, sku) values ('Crème Brûlée Øl', 1, 'X')");
    await shop.database.query("update product set name = name || ' Żurawina' where sku = 'X'");
    const [written] = await shop.database.query<{ id: string }>(
      "select product_id::text as id from product where sku = 'X'",
    );
    for (const search of ['creme brulee', 'CRÈME', 'zurawina', 'øl', 'zurawna', 'brul'])
      expect((await idsOf(search))[0], search).to.equal(written?.id);
    await shop.database.query("delete from product where sku = 'X'");
  });

  it('takes a NUL character for a space', async () => {
    expect(await idsOf('roo\0ibos'))
      .to.include('1058')
      .and.to.deep.equal(await idsOf('roo ibos'));
  });

  it('pages and counts what is found', async () => {
    const first = await find('tea', { first: 3 });
    expect(first.nodes).to.have.lengthOf(3);
    expect(first.pageInfo.hasNextPage).to.equal(true);
    const rest = await find('tea', { after: first.pageInfo.endCursor });
    expect(first.totalCount).to.equal(3 + rest.nodes.length);
    expect(rest.pageInfo.hasNextPage).to.equal(false);
  });

  it('refuses a search of more than 200 characters', async () => {
    expect(await shop.graphql(text, { search: 'a'.repeat(201) })).to.have.nested.property(
      'errors[0].extensions.code',
      'BAD_USER_INPUT',
    );
  });

  it('sends one query for the words, and one for the page and its count', async () => {
    shop.queries();
    await find('tea');
    expect(shop.queries()).to.have.lengthOf(2);
  });
});
