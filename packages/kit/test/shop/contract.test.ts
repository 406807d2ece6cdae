import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { StartupError } from '../../../../src/base/index.ts';
import { fixtureProject, shopConfig } from '../../../../test/support/test-project.ts';
import { contractOf } from '../../src/shop/contract/contracts-of.ts';
import { contractFindings } from '../../src/shop/contract/write-contracts.ts';
import { checkContracts, type ExtensionContract, readContract, readShop } from '../../src/shop/index.ts';

const extensions = resolve(import.meta.dirname, '../../../../extensions');

const catalog: ExtensionContract = {
  contract: 1,
  extension: 'catalog',
  gives: {
    sdl: [
      'type Product @key(fields: "id") { id: ID! name: String! }',
      'enum Form { POWDER TABLET }',
      'input Filter { form: Form, text: String }',
      'extend type Query { products(filter: Filter, first: Int = 10): [Product!]! }',
    ],
    routes: { addProduct: { methods: ['POST', 'PUT'], path: '/products/:id', access: 'public' } },
    components: { 'productPage/Frame': { areaId: 'content', sortOrder: 1, areas: ['productTop'] } },
    events: {
      'product.sold': {
        type: 'object',
        required: ['productId'],
        properties: {
          productId: { type: 'string' },
          count: { type: 'number' },
          tags: { type: 'array', items: { type: 'boolean' } },
          seller: { $ref: '#/$defs/seller' },
        },
        $defs: { seller: { type: 'object', properties: { sellerId: { type: 'null' } } } },
      },
    },
  },
  needs: { pages: {}, extensions: {} },
};

const reviews: ExtensionContract = {
  contract: 1,
  extension: 'reviews',
  gives: { sdl: [], routes: {}, components: {} },
  needs: { pages: {}, extensions: { catalog: { version: '1.0.0', ...catalog.gives } } },
};

/** The contract with each text of it replaced. */
function changed(contract: ExtensionContract, from: string, to: string): ExtensionContract {
  const text = JSON.stringify(contract);
  expect(text.includes(from), `${from} is not in it`).to.equal(true);
  return JSON.parse(text.replaceAll(from, to));
}

const reasonsOf = (given: ExtensionContract, needing = reviews): readonly string[] =>
  checkContracts([
    { file: '/reviews.json', contract: needing },
    { file: '/catalog.json', contract: given },
  ]).map(({ code, what }) => `${code} ${what.replace('reviews needs catalog as in 1.0.0, which ', '')}`);

describe('contracts of extensions', () => {
  describe('against each other', () => {
    it('have no findings when all that is needed is given', () => {
      expect(reasonsOf(catalog)).to.deep.equal([]);
      expect(reasonsOf(changed(catalog, 'first: Int = 10', 'first: Int = 10, after: String'))).to.deep.equal([]);
      expect(reasonsOf(changed(catalog, 'POWDER', 'POWDER OIL'))).to.deep.equal([]);
      expect(reasonsOf(changed(catalog, '"count":{"type":"number"}', '"count":{"type":"integer"},"at":{}'))).to.be
        .empty;
    });

    it('have findings when a list no longer takes what an extension contributes', () => {
      const open = changed(catalog, '[Product!]! }', '[Product!]! @gather }');
      const contributing = {
        ...reviews,
        needs: { pages: {}, extensions: { catalog: { version: '1.0.0', ...open.gives } } },
      };
      expect(reasonsOf(open, contributing)).to.deep.equal([]);
      expect(reasonsOf(catalog, contributing)).to.deep.equal([
        'CONTRACT_UNMET lets no other extension add to "Query.products"',
      ]);
    });

    for (const [from, to, reason] of [
      ['name: String!', 'title: String!', 'does not give "Product.name"'],
      ['name: String!', 'name: String', 'gives "Product.name" as String, and not as String!'],
      ['name: String!', 'name: String! @internal', 'keeps "Product.name" internal'],
      ['[Product!]!', '[Product!]', 'gives "Query.products" as [Product!], and not as [Product!]!'],
      ['[Product!]!', 'Product!', 'gives "Query.products" as Product!, and not as [Product!]!'],
      ['type Product', 'interface Product', 'gives "Product" as an interface, and not as an object'],
      ['first: Int = 10', 'first: Int!', 'takes "Query.products(first:)" as Int!, and not as Int'],
      [', first: Int = 10', '', 'does not know "Query.products(first:)"'],
      ['first: Int = 10', 'first: Int = 10, shop: ID!', 'now requires "Query.products(shop:)"'],
      ['text: String', 'text: Int', 'takes "Filter.text" as Int, and not as String'],
      ['text: String', 'text: String, shop: ID!', 'now requires "Filter.shop"'],
      ['TABLET', 'PILL', 'does not give "Form.TABLET"'],
      ['addProduct', 'newProduct', 'has no route "addProduct"'],
      ['"PUT"', '"PATCH"', 'takes no PUT at "addProduct"'],
      ['/products/:id', '/products/:productId', 'has the parameters :productId in "addProduct", and not :id'],
      ['"public"', '"private"', 'keeps guests from "addProduct"'],
      ['productTop', 'top', 'offers no area "productTop" on productPage'],
      ['product.sold', 'product.gone', 'publishes no event "product.sold"'],
      ['"count"', '"amount"', 'does not publish "product.sold.count"'],
      ['"required":["productId"],', '', 'may leave out "product.sold.productId"'],
      ['"number"', '["number","null"]', 'publishes "product.sold.count" as number or null, and not as number'],
      ['{"type":"number"}', '{}', 'publishes "product.sold.count" as anything, and not as number'],
      ['"boolean"', '"number"', 'publishes "product.sold.tags[]" as number, and not as boolean'],
      ['"sellerId"', '"id"', 'does not publish "product.sold.seller.sellerId"'],
      ['"$ref":"#/$defs/seller"', '"type":"object"', 'publishes "product.sold.seller" in another form'],
    ] as const)
      it(`tell of ${from} that is ${to || 'gone'}`, () => {
        expect(reasonsOf(changed(catalog, from, to))).to.deep.equal([`CONTRACT_UNMET ${reason}`]);
      });

    it('accept that a neighbour is not there which is optional', () => {
      const optional = changed(reviews, '"version":"1.0.0"', '"version":"1.0.0","optional":true');
      expect(checkContracts([{ file: '/reviews.json', contract: optional }])).to.deep.equal([]);
    });

    it('take a field from any extension that gives it', () => {
      const price: ExtensionContract = {
        ...catalog,
        extension: 'prices',
        gives: { sdl: ['extend type Product { name: String! }'], routes: {}, components: {} },
      };
      const found = checkContracts([
        { file: '/reviews.json', contract: reviews },
        { file: '/catalog.json', contract: changed(catalog, ' name: String!', '') },
        { file: '/prices.json', contract: price },
      ]);
      expect(found).to.deep.equal([]);
    });

    it('tell of a contract that is not there', () => {
      const [finding] = checkContracts([{ file: '/reviews.json', contract: reviews }]);
      expect(finding).to.include({ code: 'CONTRACT_UNMET', fix: 'Name the contract of catalog, too.' });
    });
  });

  describe('of the shop', () => {
    it('say what the extensions say', async () => {
      const shop = await readShop(await shopConfig(), { environment: { DATABASE_URL: 'embedded' } });
      expect(shop.findings).to.deep.equal([]);
      expect(await contractFindings(shop)).to.deep.equal([]);
    });

    it('name only the fields, areas and pages that are used', async () => {
      const { needs } = await readContract(join(extensions, 'reviews/extension.contract.json'));
      // What it uses of the others is optional, or a list that it contributes to.
      expect(Object.keys(needs.extensions)).to.deep.equal(['catalog', 'customers', 'desk', 'orders']);
      expect(needs.extensions.catalog?.sdl).to.deep.equal([
        'type Product @key(fields: "productId") {\n  productId: ID!\n  name: String!\n  url: String\n  rating: ProductRating\n}',
        'type ProductRating {\n  average: Float!\n  count: Int!\n}',
        'extend type Query {\n  product(id: ID!): Product\n}',
      ]);
      expect(Object.values(needs.extensions.catalog?.components ?? {}).flatMap(({ areas }) => areas)).to.include(
        'productSummary',
      );
      expect(Object.keys(needs.pages)).to.have.members(['productPage', 'deskProduct', 'deskHome']);
    });

    it('name the list to which an extension contributes, and no other contributor', async () => {
      const file = await fixtureProject('gathered-shop');
      const shop = await readShop(file, { environment: { DATABASE_URL: 'embedded' } });
      const [card] = shop.manifests.filter(({ id }) => id === 'card');
      if (card === undefined) throw new Error('there is no card');
      const { gives, needs } = await contractOf(card, shop);
      expect(gives.sdl.join()).to.include('@contribute');
      expect(Object.keys(needs.extensions)).to.deep.equal(['checkout']);
      const sdl = needs.extensions.checkout?.sdl.join('\n') ?? '';
      expect(sdl).to.match(/paymentMethods\(cart: ID!\): \[PaymentMethod!\]! @gather/);
      expect(sdl).to.include('@dispatch(by: "type", public: true)').and.not.include('Points');
    });

    it('read a route.json that begins with a byte order mark', async () => {
      const file = await fixtureProject('small-shop');
      const route = join(dirname(file), 'extensions/things/api/addThing/route.json');
      await writeFile(route, `\u{feff}${await readFile(route, 'utf8')}`);
      const shop = await readShop(file, { environment: { DATABASE_URL: 'embedded' } });
      const [things] = shop.manifests;
      if (things === undefined) throw new Error('there are no things');
      expect((await contractOf(things, shop)).gives.routes).to.have.nested.property('addThing.methods');
    });

    it('name the events that an extension publishes, and those that its subscribers take', async () => {
      const file = await fixtureProject('tasks-shop');
      const shop = await readShop(file, { environment: { DATABASE_URL: 'embedded' } });
      const [counts, notes] = await Promise.all(
        ['counts', 'notes'].map(async (name) => {
          const manifest = shop.manifests.find(({ id }) => id === name);
          if (manifest === undefined) throw new Error(`there is no ${name}`);
          return contractOf(manifest, shop);
        }),
      );
      const written = notes?.gives.events?.['note.written'];
      expect(written).to.have.nested.property('properties.noteId');
      expect(counts?.needs.extensions).to.deep.equal({
        notes: { sdl: [], routes: {}, components: {}, events: { 'note.written': written } },
      });
      expect([notes?.needs.extensions, counts?.gives.events]).to.deep.equal([{}, undefined]);
    });

    it('keep the events of an extension that another shop does not have', async () => {
      const shop = await readShop(await shopConfig(), { environment: { DATABASE_URL: 'embedded' } });
      const manifests = shop.manifests.filter(({ id }) => id !== 'reviews');
      const findings = await contractFindings({ ...shop, manifests });
      expect(findings.filter(({ where }) => where.file.includes('/catalog/'))).to.deep.equal([]);
    });

    it('are not stale in a shop with other addresses, or without a page that they link to', async () => {
      const shop = await readShop(await shopConfig(), { environment: { DATABASE_URL: 'embedded' } });
      const { config } = shop;
      if (config === undefined) throw new Error('gateway.yaml is unusable');
      const { checkout: _, homepage, productPage, ...others } = config.pages;
      if (homepage === undefined || productPage === undefined) throw new Error('the shop has other pages');
      const pages = {
        productPage: { ...productPage, path: '/p/:productId', query: [...productPage.query, 'campaign'] },
        ...others,
        homepage: { ...homepage, path: '/start' },
      };
      expect(await contractFindings({ ...shop, config: { ...config, pages } })).to.deep.equal([]);
    });

    it('are stale when a page has other parameters', async () => {
      const shop = await readShop(await shopConfig(), { environment: { DATABASE_URL: 'embedded' } });
      const { config } = shop;
      if (config?.pages.productPage === undefined) throw new Error('the shop has other pages');
      const productPage = { ...config.pages.productPage, path: '/products/:product' };
      const findings = await contractFindings({
        ...shop,
        config: { ...config, pages: { ...config.pages, productPage } },
      });
      expect(findings.map(({ code, what }) => `${code} ${what}`)).to.include(
        'CONTRACT_STALE does not say what reviews needs',
      );
    });

    it('are stale when an extension says something else', async () => {
      const shop = await readShop(await shopConfig(), { environment: { DATABASE_URL: 'embedded' } });
      const others = shop.manifests.map((manifest) =>
        manifest.id === 'reviews' ? { ...manifest, endpoints: manifest.endpoints.slice(1) } : manifest,
      );
      const findings = await contractFindings({ ...shop, manifests: others });
      expect(findings.map(({ code, what }) => `${code} ${what}`)).to.deep.equal([
        'CONTRACT_STALE does not say what reviews gives',
      ]);
    });
  });

  describe('in a file', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-contract-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));

    async function refusal(text: string | undefined): Promise<string> {
      const file = join(folder, `${text?.length ?? 'none'}.json`);
      if (text !== undefined) await writeFile(file, text);
      try {
        await readContract(file);
        return 'taken';
      } catch (error) {
        if (!(error instanceof StartupError)) throw error;
        return error.findings.map(({ code, what }) => `${code} ${what}`).join('; ');
      }
    }

    it('are refused with a reason', async () => {
      expect(await refusal(undefined)).to.equal('CONTRACT_INVALID there is no such file');
      expect(await refusal('{')).to.match(/^CONTRACT_INVALID is not JSON: /);
      expect(await refusal(JSON.stringify({ ...catalog, contract: 2 }))).to.match(/^CONTRACT_INVALID \/contract: /);
      expect(await refusal(JSON.stringify({ ...catalog, gives: {} }))).to.match(/^CONTRACT_INVALID \/gives/);
    });

    it('may be laid out by a formatter', async () => {
      const text = await readFile(join(extensions, 'reviews/extension.contract.json'), 'utf8');
      expect(await refusal(JSON.stringify(JSON.parse(text)))).to.equal('taken');
    });
  });
});
