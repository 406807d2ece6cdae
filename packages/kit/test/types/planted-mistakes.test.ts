import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve, sep } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '../../../..');

/** One mistake in a copy of an extension. */
interface Mistake {
  readonly name: string;
  readonly extension?: string;
  readonly file: string;
  /** A text of the file, and what replaces it. */
  readonly change: readonly [from: string, to: string];
  /** What `tsc` must say, at a line that has `at`. */
  readonly says: RegExp;
  readonly at: string;
}

const resolvers = 'graphql/Review.resolvers.ts';
const addReview = 'api/addReview/addReview.ts';
const manageReview = 'api/manageReview/manageReview.ts';
const list = 'pages/productPage/Reviews.tsx';
const form = 'pages/productPage/ReviewForm.tsx';
const card = '../test/fixtures/offers-shop/extensions/card';
const checkout = '../test/fixtures/offers-shop/extensions/checkout';
const order = 'api/order/order.ts';
const rows = 'satisfies Resolvers<{ Review: ReviewRow; ReviewConnection: ReviewConnection }>';

const mistakes: readonly Mistake[] = [
  { name: 'a type', file: resolvers, change: ['  Product: {', '  Prodcut: {'], says: /Prodcut/, at: 'Prodcut' },
  {
    name: 'a field',
    file: resolvers,
    change: ['    reviews: { batch', '    reviwes: { batch'],
    says: /reviwes/,
    at: 'reviwes',
  },
  {
    name: 'an argument',
    file: resolvers,
    change: ['{ input, productId }', '{ input, prodctId: productId }'],
    says: /prodctId/,
    at: 'prodctId',
  },
  {
    name: 'a field of an input',
    file: resolvers,
    change: ['changeReview(database, id, input)', 'changeReview(database, id, input.coment)'],
    says: /coment/,
    at: 'coment',
  },
  {
    name: 'a field of a parent',
    file: resolvers,
    change: ['product: ({ productId }) =>', 'product: ({ prodctId: productId }) =>'],
    says: /prodctId/,
    at: 'prodctId',
  },
  {
    name: "a field of another extension's key",
    file: resolvers,
    change: [
      'reviewsOfProducts(database, idsOf(products))',
      'reviewsOfProducts(database, products.map((product) => product.id))',
    ],
    says: /'id' does not exist/,
    at: 'product.id',
  },
  {
    name: 'a member of the context',
    file: resolvers,
    change: ['{ database })', '{ databse })'],
    says: /databse/,
    at: 'databse',
  },
  {
    name: 'a result of the wrong type',
    file: resolvers,
    change: ['return true;', "return 'yes';"],
    says: /boolean/,
    at: 'deleteReview',
  },
  {
    name: 'a batch of the wrong type',
    file: resolvers,
    change: [
      'reviewsOfProducts(database, idsOf(products))',
      'reviewsOfProducts(database, idsOf(products)).then(({ length }) => length)',
    ],
    says: /number/,
    at: 'reviewsOfProducts',
  },
  {
    name: 'a resolver that is missing',
    file: resolvers,
    change: [
      '    deleteReview: async (_root, { id }, { database }) => {\n      await removeReview(database, id);\n      return true;\n    },\n',
      '',
    ],
    says: /deleteReview/,
    at: 'Mutation: {',
  },
  {
    name: 'a field that neither the row nor a resolver has',
    file: resolvers,
    change: ['    product: ({ productId }) => (productId === null ? null : { productId }),\n', ''],
    says: /'product' is missing/,
    at: '  Review: {',
  },
  {
    name: 'a type that has a row',
    file: resolvers,
    change: [rows, rows.replace('{ Review:', '{ Reveiw:')],
    says: /never/,
    at: 'Reveiw',
  },
  {
    name: 'a parameter of the path',
    file: addReview,
    change: ['const { productId }', 'const { prodctId: productId }'],
    says: /prodctId/,
    at: 'prodctId',
  },
  {
    name: 'a routeId of context.url',
    file: addReview,
    change: ["url('productPage'", "url('prodctPage'"],
    says: /prodctPage/,
    at: 'prodctPage',
  },
  {
    name: 'a parameter of context.url',
    file: addReview,
    change: ["url('productPage', { productId })", "url('productPage', { id: productId })"],
    says: /'id' does not exist/,
    at: "url('productPage'",
  },
  {
    name: 'no parameters of context.url',
    file: addReview,
    change: [', { productId })}#', ')}#'],
    says: /arguments/,
    at: "url('productPage'",
  },
  {
    name: "an endpoint's type",
    file: addReview,
    change: ['import type { AddReview }', 'import type { AddReveiw as AddReview }'],
    says: /AddReveiw/,
    at: 'AddReveiw',
  },
  {
    name: "a field of an endpoint's body",
    file: manageReview,
    change: [
      'changeReview : changeReviewPartly;',
      "changeReview : request.body.coment === '' ? changeReview : changeReviewPartly;",
    ],
    says: /coment/,
    at: 'coment',
  },
  {
    name: 'a field of the user',
    file: manageReview,
    change: ['const { database } = request.context;', 'const { database } = request.context;\n  request.user.nme;'],
    says: /nme/,
    at: 'request.user.nme',
  },
  {
    name: 'the user of a public route',
    file: addReview,
    change: ['const { productId }', 'request.user.id;\n  const { productId }'],
    says: /undefined/,
    at: 'request.user.id',
  },
  {
    name: 'a document of context.query',
    file: 'src/find-product-id.ts',
    change: ['product(id: $id) { productId }', 'product(id: $id) { prodctId }'],
    says: /./,
    at: 'context.query(',
  },
  {
    name: 'a field of the answer to context.query',
    file: 'src/find-product-id.ts',
    change: ['return data.product.productId', 'return data.product.id'],
    says: /'id' does not exist/,
    at: 'data.product.id',
  },
  {
    name: 'a variable of context.query',
    file: 'src/find-product-id.ts',
    change: ['productText, { id }', 'productText, { ids: id }'],
    says: /'ids'|id/,
    at: 'context.query(',
  },
  {
    name: 'a prop',
    file: list,
    change: ['Reviews({ product }: ReviewsProps)', 'Reviews({ prodct: product }: ReviewsProps)'],
    says: /prodct/,
    at: 'prodct',
  },
  {
    name: 'a field of a prop',
    file: list,
    change: ['{ waitingReviews, url }', '{ waitingReveiws: waitingReviews, url }'],
    says: /waitingReveiws/,
    at: 'waitingReveiws',
  },
  {
    name: 'a field that the query does not select',
    file: 'pages/productPage/RatingSummary.tsx',
    change: ['totalOf(product.reviewPage.counts)', 'totalOf(product.reviewPage.order)'],
    says: /order/,
    at: 'order',
  },
  { name: 'a style', file: list, change: ['styles.average', 'styles.averag'], says: /averag/, at: 'averag' },
  {
    name: 'an area',
    file: list,
    change: ["areaId: 'productPageBottom'", "areaId: 'productPageBotom'"],
    says: /productPageBotom/,
    at: 'areaId',
  },
  {
    name: 'a routeId of useForm',
    file: form,
    change: ["useForm<AddReview>('addReview')", "useForm<AddReview>('addReveiw')"],
    says: /addReveiw/,
    at: 'addReveiw',
  },
  { name: 'a field of useForm', file: form, change: ['values.rating', 'values.ratng'], says: /ratng/, at: 'ratng' },
  {
    name: 'a reference',
    extension: 'catalog',
    file: 'graphql/Product.resolvers.ts',
    change: ['references.map(({ productId }) => productId)', 'references.map(({ prodctId }) => prodctId)'],
    says: /prodctId/,
    at: 'prodctId',
  },
  {
    name: '__resolveReference that is missing',
    extension: 'catalog',
    file: 'graphql/Product.resolvers.ts',
    change: ['__resolveReference:', '__resolveRefrence:'],
    says: /__resolveReference|__resolveRefrence/,
    at: '__resolveRefrence',
  },
  {
    name: 'the wrong value of a field without a resolver',
    extension: 'flat-rate-shipping',
    file: 'graphql/FlatRateShipping.resolvers.ts',
    change: ['price: zone.amount / 10 ** shop.decimals', 'price: String(zone.amount)'],
    says: /string/,
    at: 'flatRateShipping',
  },
  {
    name: 'a visitor that a resolver makes',
    extension: card,
    file: 'graphql/Card.resolvers.ts',
    change: ['cards: () =>', 'cards: (_root, _args, { visitor }) => visitor() &&'],
    says: /not callable/,
    at: 'visitor()',
  },
  {
    name: 'a field of uploads',
    extension: card,
    file: 'api/addScan/addScan.ts',
    change: ['files.scan', 'files.scn'],
    says: /scn/,
    at: 'files.scn',
  },
  {
    name: 'an upload in the body',
    extension: card,
    file: 'api/addScan/addScan.ts',
    change: ['async ({ context, files }', 'async ({ context, body: files }'],
    says: /scan/,
    at: 'files.scan',
  },
  {
    name: 'a text',
    extension: card,
    file: 'pages/cards/Cards.tsx',
    change: ["'cards.title'", "'cards.titel'"],
    says: /cards\.titel/,
    at: 'cards.titel',
  },
  {
    name: 'a text without its arguments',
    extension: card,
    file: 'pages/cards/Cards.tsx',
    change: [', { count: cards.length })', ')'],
    says: /arguments/,
    at: 'cards.count',
  },
  {
    name: 'an argument of a text',
    extension: checkout,
    file: order,
    change: ['{ count: 1 }', "{ count: 'one' }"],
    says: /number/,
    at: 'order.done',
  },
  {
    name: 'a part of a record',
    extension: checkout,
    file: order,
    change: ['to: { pieces: 1 }', 'after: { pieces: 1 }'],
    says: /'after' does not exist/,
    at: 'record(',
  },
  {
    name: 'a variable of an internal field',
    extension: checkout,
    file: order,
    change: ['{ shelf: body.shelf }', '{ shelv: body.shelf }'],
    says: /./,
    at: 'context.query(',
  },
];

/** Extensions without a mistake. */
const sound = [
  ...['cash-on-delivery', 'catalog', 'customers', 'flat-rate-shipping', 'foo', 'reviews', 'supplement'],
  '../packages/create-stoa/template/extensions/greeting',
  card,
  checkout,
];

describe('the types of an extension', () => {
  let errors: ReadonlyMap<string, readonly string[]>;
  let folder: string;

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-mistakes-')));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const copies = [...mistakes, ...sound.map((extension) => ({ extension }))];
    for (const [index, copy] of copies.entries()) {
      const target = join(folder, String(index), basename(copy.extension ?? 'reviews'));
      await mkdir(target, { recursive: true });
      const source = join(root, 'extensions', copy.extension ?? 'reviews');
      const isCopied = (path: string): boolean => !relative(source, path).split(sep).includes('test');
      await cp(source, target, { recursive: true, filter: isCopied });
      if ('change' in copy) await plant(join(target, copy.file), copy.change);
    }
    const paths = { stoa: [join(root, 'src/extension-api.ts')] };
    const tsconfig = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { paths, types: ['node'] },
      include: ['*/**/*'],
      exclude: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    errors = Map.groupBy(
      stdout.split(/\n(?! )/).filter((line) => line !== ''),
      (line) => line.slice(0, line.indexOf('/')),
    );
  });

  after(async () => rm(folder, { recursive: true, force: true }));

  it('find nothing wrong in the extensions as they are', () => {
    const found = sound.flatMap((_extension, index) => errors.get(String(mistakes.length + index)) ?? []);
    expect(found).to.deep.equal([]);
  });

  for (const [index, { name, file, extension = 'reviews', says, at }] of mistakes.entries()) {
    it(`find ${name}`, async () => {
      const found = errors.get(String(index)) ?? [];
      expect(found.join('\n')).to.match(says);
      const lines = await Promise.all(found.map((error) => lineOf(folder, error)));
      expect(
        lines.some((line) => line.includes(at)),
        `${file} of ${extension}: ${found.join('\n')}`,
      ).to.equal(true);
    });
  }
});

async function plant(file: string, [from, to]: Mistake['change']): Promise<void> {
  const source = await readFile(file, 'utf8');
  expect(source).to.include(from);
  await writeFile(file, source.replace(from, to));
}

/** The line of source at which `tsc` reports. */
async function lineOf(folder: string, error: string): Promise<string> {
  const [, file = '', line = ''] = /^(.*)\((\d+),\d+\): error TS/.exec(error) ?? [];
  const source = await readFile(join(folder, file), 'utf8');
  return source.split('\n')[Number(line) - 1] ?? '';
}
