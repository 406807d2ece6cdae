import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Found {
  readonly products: {
    readonly nodes: readonly { readonly productId: string; readonly name: string; readonly locale: string | null }[];
    readonly correctedSearch: string | null;
  };
}

const listText = `query ($search: String) {
  products(first: 3, search: $search) { nodes { productId name locale } correctedSearch }
}`;

describe('catalog: translations', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'ar', 'fr', 'de-AT'] });
  });
  after(() => shop.close());

  async function find(locale: string, search: string | null = null): Promise<Found['products']> {
    const headers = { 'accept-language': locale };
    const { data, errors } = await shop.graphql<Found>(listText, { search }, { headers });
    if (data == null) throw new Error(JSON.stringify(errors));
    return data.products;
  }

  for (const [locale, name] of [
    ['de', 'Magnesiumcitrat'],
    ['ar', 'سترات المغنيسيوم'],
  ] as const)
    it(`answers a product and its related ones in ${locale}`, async () => {
      const text = '{ product(id: 1011) { name description locale related { locale } } }';
      const { data } = await shop.graphql(text, {}, { headers: { 'accept-language': locale } });
      expect(data).to.have.nested.property('product.name', name);
      expect(data).to.have.nested.property('product.locale', locale);
      expect(data).to.deep.nested.property('product.related', Array(4).fill({ locale }));
    });

  it('has a translation of each product in both languages', async () => {
    const missing = await shop.database.query(
      `select product_id, locale from product cross join unnest(array['de', 'ar']) locale
      except select product_id, locale from product_translation where description is not null`,
    );
    expect(missing).to.deep.equal([]);
  });

  it('answers in the default locale, and says so, where there is no translation', async () => {
    const { nodes } = await find('fr');
    expect(nodes[0]).to.deep.equal({ productId: '1001', name: 'Vitamin C 1000 mg', locale: null });
    const { html } = await shop.page('/fr/products/1001');
    expect(html).to.contain('<h1 lang="en-IE">Vitamin C').and.to.contain('<html lang="fr"');
  });

  it('leaves the default locale as it is', async () => {
    shop.queries();
    expect((await find('en')).nodes[0]).to.deep.include({ name: 'Vitamin C 1000 mg', locale: null });
    const queries = shop.queries();
    expect(queries).to.have.lengthOf(1);
    expect(queries[0]).to.not.contain('products_in');
  });

  it('needs as many queries in another locale', async () => {
    await find('de');
    shop.queries();
    await find('de');
    expect(shop.queries()).to.have.lengthOf(1);
    await find('de', 'Tee');
    expect(shop.queries()).to.have.lengthOf(2);
  });

  for (const [locale, search, first] of [
    ['de', 'Schlaf', /Melatonin|Baldrian|Kamille|Magnesium/],
    ['de', 'müde', /B12|Komplex|Eisen|Rhodiola|Ginseng/],
    ['de', 'Gelenk', /Glucosamin|MSM|Kurkuma|ollagen/],
    ['de', 'etwas für die Knochen', /Vitamin D|Calcium|Lebertran/],
    ['de', 'Kamilentee', /Kamillentee/],
    ['de', 'grüner Tee', /Sencha|Matcha/],
    ['ar', 'شاي', /شاي|رويبوس|ماتشا|إبريق|مضرب/],
    ['ar', 'الشاي', /شاي|رويبوس|ماتشا|إبريق|مضرب/],
    ['ar', 'نوم', /ميلاتونين|ناردين|بابونج|المغنيسيوم/],
    ['ar', 'العسل', /عسل|البيلسان/],
    ['fr', 'sleep', /Melatonin|Valerian|Chamomile|Magnesium/],
  ] as const)
    it(`finds in ${locale} what a shopper means by ${search}`, async () => {
      const { nodes } = await find(locale, search);
      expect(nodes).to.not.deep.equal([]);
      for (const { name } of nodes) expect(name).to.match(first);
    });

  it('finds other forms of a word in the language', async () => {
    expect((await find('de', 'Heidelbeeren')).nodes.map(({ productId }) => productId)).to.include('1053');
  });

  it('corrects a misspelt word to one of the locale', async () => {
    expect((await find('de', 'Zinkk')).correctedSearch).to.equal('zink');
    expect((await find('de', 'sleep')).nodes).to.deep.equal([]);
  });

  context('when a product has no translation', () => {
    before(() =>
      shop.database.query(
        "insert into product (product_id, name, price_cents, sku) values (9001, 'Quince Jelly', 100, 'Q'), (9002, 'Collagen Jelly', 100, 'C')",
      ),
    );

    it('is found by its own words', async () => {
      const [found] = (await find('de', 'quince')).nodes;
      expect(found).to.deep.equal({ productId: '9001', name: 'Quince Jelly', locale: null });
    });

    it('is found by a word that looks like one of a translation, and so is what has that', async () => {
      const { nodes, correctedSearch } = await find('de', 'collagen');
      expect(nodes.map(({ productId }) => productId)).to.include('9002');
      expect(nodes.map(({ name }) => name).join()).to.match(/kollagen/i);
      expect(correctedSearch).to.equal(null);
      expect((await find('de', 'collagen jelly')).nodes.map(({ productId }) => productId)).to.deep.equal(['9002']);
    });

    it('leaves a search that it does not have as it is corrected', async () => {
      const { nodes, correctedSearch } = await find('de', 'kolagen');
      expect(correctedSearch).to.equal('kollagen');
      expect(nodes.map(({ productId }) => productId)).to.not.include('9002');
    });
  });

  context('when a locale has few translations of its own, and its language has them all', () => {
    before(() =>
      shop.database.query(
        `insert into product_translation (product_id, locale, name) values (1011, 'de-AT', 'Knödelsalz')`,
      ),
    );

    it('answers in its own words, then in those of the language', async () => {
      const text = `{ own: product(id: 1011) { name description locale } product(id: 1012) { locale }
        category(slug: "tea") { name } }`;
      const { data } = await shop.graphql(text, {}, { headers: { 'accept-language': 'de-AT' } });
      expect(data).to.deep.equal({
        own: { name: 'Knödelsalz', description: null, locale: 'de-AT' },
        product: { locale: 'de' },
        category: { name: 'Tee' },
      });
    });

    it('finds both, and neither by the words that are replaced', async () => {
      expect((await find('de-AT', 'Kamilentee')).nodes[0]).to.deep.include({ name: 'Kamillentee', locale: 'de' });
      expect((await find('de-AT', 'Knödelsalz')).nodes.map(({ productId }) => productId)).to.deep.equal(['1011']);
      const replaced = await find('de-AT', 'Magnesiumcitrat');
      expect(replaced.nodes.map(({ productId }) => productId)).to.not.include('1011');
    });

    it('sorts by the names that it shows', async () => {
      const text = '{ products(first: 100, sort: NAME) { nodes { name } } }';
      const { data } = await shop.graphql<{ products: { nodes: { name: string }[] } }>(
        text,
        {},
        { headers: { 'accept-language': 'de-AT' } },
      );
      const names = data?.products.nodes.map(({ name }) => name) ?? [];
      expect(names.indexOf('Knödelsalz')).to.be.above(names.indexOf('Kamillentee')).and.above(0);
      expect(names).to.not.include('Magnesiumcitrat');
    });

    it('says which language the words of a page are in', async () => {
      expect((await shop.page('/de-AT/products/1012')).html)
        .to.contain('<html lang="de-AT"')
        .and.contain('<h1 lang="de">');
      expect((await shop.page('/de-AT/products/1011')).html).to.contain('<h1>Knödelsalz');
    });
  });

  it('shows a page in the words of its locale', async () => {
    const { html } = await shop.page('/de?search=Kamillentee');
    expect(html).to.contain('href="/de/products/chamomile-tea">Kamillentee</a>').and.to.not.contain('lang="en-IE">');
  });
});
