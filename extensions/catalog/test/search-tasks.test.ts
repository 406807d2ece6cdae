import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const text = `query ($search: String) { products(first: 3, search: $search) { totalCount nodes { name } } }`;

interface Found {
  readonly products: { readonly totalCount: number; readonly nodes: readonly { readonly name: string }[] };
}

/** What people type, the locale, and a name that must be among the first three. */
const tasks = [
  ['teas', 'en', /tea/i],
  ['vitmin', 'en', /vitamin/i],
  ['VITAMÍN', 'en', /vitamin/i],
  ['omega 3', 'en', /omega-3/i],
  ['for sleep', 'en', /melatonin|valerian/i],
  ['mg', 'en', / mg$/],
  ['gluten free', 'en', /almond|chia/i],
  ['magnesium citrat', 'en', /magnesium citrate/i],
  ['vitamin c 1000mg', 'en', /vitamin c/i],
  ['1000mg', 'en', /1000 mg/i],
  ['protein powder', 'en', /protein/i],
  ['gift card', 'en', /gift card/i],
  ['giftcards', 'en', /gift card/i],
  ['caffeine free tea', 'en', /rooibos/i],
  ['vegan omega', 'en', /algae/i],
  ['immune system', 'en', /vitamin|zinc|echinacea|elderberry/i],
  ['tee', 'de', /tee/i],
  ['gruner tee', 'de', /grüner tee/i],
  ['gruener tee', 'de', /grüner tee/i],
  ['fischoel', 'de', /fischöl/i],
  ['vitamine', 'de', /vitamin/i],
  ['magnesum', 'de', /magnesium/i],
  ['schlaf', 'de', /melatonin|baldrian/i],
  ['zum einschlafen', 'de', /melatonin|baldrian/i],
  ['honig', 'de', /honig/i],
  ['öl', 'de', /öl/i],
  ['protein', 'de', /protein/i],
  ['glutenfrei', 'de', /mandel|chia/i],
  ['فيتامين', 'ar', /فيتامين/],
  ['الفيتامينات', 'ar', /فيتامين/],
  ['مغنسيوم', 'ar', /مغنيسيوم/],
  ['للنوم', 'ar', /ميلاتونين|ناردين/],
  ['اوميغا ٣', 'ar', /أوميغا/],
  ['شاي', 'ar', /شاي/],
  ['magnesium tablets', 'en', /magnesium/i],
  ['iron tablets', 'en', /^iron/i],
  ['hunny', 'en', /honey/i],
  ['joint pain', 'en', /collagen|turmeric|glucosamine|omega/i],
  ['protien shake', 'en', /protein/i],
  ['childrens vitamins', 'en', /kids/i],
  ['hair growth', 'en', /biotin/i],
  ['vitamin b-12', 'en', /b12/i],
  ['vegan protein', 'en', /pea|rice|hemp|protein/i],
  ['something for stress', 'en', /ashwagandha|rhodiola|b complex|magnesium/i],
  ['magnesium tabletten', 'de', /magnesium/i],
  ['honick', 'de', /honig/i],
] as const;

describe('catalog: search tasks', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'ar'] });
  });
  after(() => shop.close());

  for (const [search, locale, meant] of tasks)
    it(`${locale}: ${search}`, async () => {
      const { data } = await shop.graphql<Found>(text, { search }, { headers: { 'accept-language': locale } });
      const names = (data?.products.nodes ?? []).map(({ name }) => name);
      expect(
        names.some((name) => meant.test(name)),
        names.join(', '),
      ).to.equal(true);
    });

  for (const sku of ['VIT-D2000-240', 'min-mgcit-60', 'ACC-SPOO-5'])
    it(`the product with the SKU ${sku}, and no other`, async () => {
      const query =
        'query ($sku: ID!, $search: String) { variant(sku: $sku) { product { name } } products(search: $search) { nodes { name } } }';
      const { data } = await shop.graphql<{ variant: { product: unknown } } & { products: { nodes: unknown } }>(query, {
        sku: sku.toUpperCase(),
        search: sku,
      });
      expect(data?.products.nodes).to.deep.equal([data?.variant.product]);
    });

  for (const search of ['qwrtzpf', 'xyzzy plugh', '%%%', '🦄'])
    it(`nothing for ${search}`, async () => {
      const { data } = await shop.graphql<Found>(text, { search });
      expect(data?.products).to.deep.equal({ totalCount: 0, nodes: [] });
    });
});
