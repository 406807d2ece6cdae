import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('supplement: translations', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('supplement', { locales: ['en-IE', 'de', 'ar', 'fr', 'de-AT'] });
  });
  after(() => shop.close());

  for (const [locale, storage, answered] of [
    ['de', 'Unter 25 °C trocken und fest verschlossen lagern.', 'de'],
    ['de-AT', 'Unter 25 °C trocken und fest verschlossen lagern.', 'de'],
    ['ar', 'يُحفظ في مكان جاف دون 25 درجة مئوية، محكم الإغلاق.', 'ar'],
    ['fr', 'Store below 25 °C in a dry place, tightly closed.', null],
    ['en', 'Store below 25 °C in a dry place, tightly closed.', null],
  ] as const)
    it(`answers a label in ${locale}, or in the default locale, with one query`, async () => {
      shop.queries();
      const text = '{ product(id: "1001") { extension { supplement { storage locale } } } }';
      const { data } = await shop.graphql(text, {}, { headers: { 'accept-language': locale } });
      expect(data).to.deep.equal({ product: { extension: { supplement: { storage, locale: answered } } } });
      const queries = shop.queries();
      expect(queries).to.have.lengthOf(1);
      expect(queries[0]?.includes('supplement_translation')).to.equal(locale !== 'en');
    });

  it('has a translation of each label in both languages, as full as the label', async () => {
    const missing = await shop.database.query(
      `select product_id, locale from supplement own cross join unnest(array['de', 'ar']) locale
      where not exists (
        select from supplement_translation t where t.product_id = own.product_id and t.locale = locale.locale
        and cardinality(t.benefits) = cardinality(own.benefits)
        and num_nulls(t.ingredients, t.presentation, t.dosage, t.warnings, t.storage) = 0)`,
    );
    expect(missing).to.deep.equal([]);
  });

  it('has the same words for the same English words', async () => {
    const several = await shop.database.query(
      `select own.storage, locale from supplement own join supplement_translation t using (product_id)
      group by own.storage, locale having count(distinct t.storage) > 1
      union all
      select benefit, locale from supplement own join supplement_translation t using (product_id),
        unnest(own.benefits, t.benefits) as each (benefit, translated)
      group by benefit, locale having count(distinct translated) > 1`,
    );
    expect(several).to.deep.equal([]);
  });

  for (const [path, fact] of [
    ['/products/1001', '<dd>1 tablet a day with a meal</dd>'],
    ['/de/products/1001', '<dd>1 Tablette am Tag zu einer Mahlzeit</dd>'],
    ['/de-AT/products/1001', '<dd lang="de">1 Tablette am Tag zu einer Mahlzeit</dd>'],
    ['/ar/products/1001', '<dd>قرص واحد في اليوم مع وجبة</dd>'],
    ['/fr/products/1001', '<dd lang="en-IE">1 tablet a day with a meal</dd>'],
  ] as const)
    it(`says at ${path} which language the label is in`, async () => {
      const { html } = await shop.page(path);
      expect(elementWith(html, 'section', 'supplement-facts')).to.contain(fact);
    });
});
