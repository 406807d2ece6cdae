import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../support/run-stoa.ts';
import { fixtureProject, shopConfig } from '../support/test-project.ts';

const query = 'query ($id: ID!) { product(id: $id) { name reviews { rating product { sku } } } }';

describe('stoa explain', () => {
  let file: string;
  before(async () => {
    file = await shopConfig();
  });

  it('prints the steps of an operation: who, where, by which key, after what, and what is batched', async () => {
    const { stdout, code } = await runStoa(['explain', query], { file });
    expect(code).to.equal(0);
    expect(stdout).to.match(/^query, interpreted plan\nCosts 11 of 50000\.$/m);
    expect(stdout).to.match(/^1\. catalog: Query\n {3}at once$/m);
    expect(stdout).to.match(/^2\. reviews: Product at product, by productId\n {3}after 1$/m);
    expect(stdout).to.match(/^3\. catalog: Product at product\.reviews\.product, by productId\n {3}after 2$/m);
    expect(stdout).to.match(/^ {3}one call for all: Product\.__resolveReference$/m);
  });

  it('prints the same as JSON', async () => {
    const explained = JSON.parse((await runStoa(['explain', query, '--json'], { file })).stdout);
    expect(explained).to.include({ kind: 'planned', operation: 'query', tier: 'interpreted plan' });
    expect(explained.steps[1]).to.deep.equal({
      number: 2,
      extension: 'reviews',
      kind: 'entities',
      at: 'product',
      type: 'Product',
      keys: ['productId'],
      requires: [],
      after: [1],
      fields: ['product.reviews', 'product.reviews.rating', 'product.reviews.product'],
      batched: ['Product.reviews'],
      called: ['Review.product'],
    });
  });

  context('given an extension that runs elsewhere', () => {
    it('prints the document that is sent, its variables and keys, and which fetch it waits for', async () => {
      const words = ['explain', query, '--placement', 'reviews=process', '--placement', 'catalog=http://catalog:4001'];
      const { stdout, code } = await runStoa(words, { file });
      expect(code).to.equal(0);
      const [, first, second] = stdout.split('\n\n');
      expect(first?.split('\n')).to.deep.equal([
        '1. catalog (http://catalog:4001): Query',
        '   at once',
        '   answers product, product.name',
        '   sends $id',
        '   | query ($id: ID!) {',
        '   |   product(id: $id) {',
        '   |     name',
        '   |     __stoa_0: productId',
        '   |   }',
        '   | }',
      ]);
      expect(second?.split('\n').slice(0, 5)).to.deep.equal([
        '2. reviews (its own process): Product at product, by productId',
        '   after 1',
        '   answers product.reviews, product.reviews.rating, product.reviews.product',
        '   sends $keys: each { __typename, productId } once',
        '   | query ($keys: [_Any!]!) {',
      ]);
    });

    it('prints extensions in this process as before', async () => {
      const words = ['explain', query, '--json', '--placement', 'process', '--placement', 'catalog=in-process'];
      const { steps } = JSON.parse((await runStoa(words, { file })).stdout);
      expect(steps[0]).not.to.have.any.keys('wire', 'placement');
      expect(steps[1]).to.include({ extension: 'reviews', placement: 'process' });
      expect(steps[1].wire).to.deep.include({ variables: [], keysVariable: 'keys', sharedWith: [] });
      expect(steps[2].batched).to.deep.equal(['Product.__resolveReference']);
    });

    it('takes its placement from gateway.yaml', async () => {
      const placed = await shopConfig((text) =>
        text.replace('extensions/reviews, ', 'extensions/reviews, placement: process, '),
      );
      const { stdout } = await runStoa(['explain', query], { file: placed });
      expect(stdout).to.include('2. reviews (its own process): Product at product, by productId');
      const here = await runStoa(['explain', query, '--placement', 'in-process'], { file: placed });
      expect(here.stdout).to.include('2. reviews: Product at product, by productId');
    });

    it('says which fetches share a request', async () => {
      const two = '{ a: product(id: "1") { reviews { id } } b: product(id: "2") { reviews { id } } }';
      const words = ['explain', two, '--json', '--placement', 'reviews=process'];
      const { steps } = JSON.parse((await runStoa(words, { file })).stdout);
      expect(steps.map(({ wire }: { wire?: { sharedWith: number[] } }) => wire?.sharedWith)).to.deep.equal([
        undefined,
        [3],
        [2],
      ]);
    });

    for (const [option, problem] of [
      ['reviews=elsewhere', 'the place is in-process, process, or a URL'],
      ['review=process', 'there is no extension "review"'],
    ] as const)
      it(`says what is wrong with --placement ${option}`, async () => {
        const { stdout, code } = await runStoa(['explain', query, '--placement', option], { file });
        expect(stdout).to.include(problem);
        expect(code).to.equal(1);
      });
  });

  it('plans what @skip and @include leave, with the variables that are given', async () => {
    const text = 'query ($more: Boolean!) { product(id: "1") { name reviews @include(if: $more) { id } } }';
    const stepsWith = async (more: boolean): Promise<number> => {
      const words = ['explain', text, '--json', '--variables', JSON.stringify({ more })];
      return JSON.parse((await runStoa(words, { file })).stdout).steps.length;
    };
    expect(await stepsWith(true)).to.equal(2);
    expect(await stepsWith(false)).to.equal(1);
  });

  it('says what an operation costs, with the variables that are given, and whether it is too much', async () => {
    const text = 'query ($n: Int) { products(first: $n) { nodes { reviews { product { reviews { id } } } } } }';
    const few = await runStoa(['explain', text, '--json', '--variables', '{"n":5}'], { file });
    expect(JSON.parse(few.stdout)).to.include({ cost: 1 + 5 * 36, costLimit: 50_000 });
    const many = await runStoa(['explain', text, '--variables', '{"n":2000}'], { file });
    expect(many.stdout).to.include('Costs 72001 of 50000: clients are refused.');
  });

  it('counts what the SDL of an extension says', async () => {
    const project = await fixtureProject('small-shop');
    const sdl = join(dirname(project), 'extensions/things/graphql/Thing.graphql');
    const text = await readFile(sdl, 'utf8');
    const changed = text
      .replace('name: String!', 'name: String! @cost(weight: "0.5")')
      .replace('[Thing!]!', '[Thing!]! @listSize(assumedSize: 1000)');
    await writeFile(sdl, changed);
    const { stdout } = await runStoa(['explain', '{ things { name } }', '--json'], { file: project });
    expect(JSON.parse(stdout)).to.include({ kind: 'planned', cost: 1500 });
  });

  it('says that introspection needs no plan', async () => {
    const { stdout, code } = await runStoa(['explain', '{ __schema { types { name } } }'], { file });
    expect(stdout).to.include('Introspection: graphql-js answers it from the schema.');
    expect(code).to.equal(0);
  });

  it('says why an operation is refused', async () => {
    const { stdout, code } = await runStoa(['explain', '{ __stoa_0: products { nodes { sku } } }'], { file });
    expect(stdout).to.match(/^Refused with BAD_USER_INPUT: "__stoa_0" is reserved/);
    expect(code).to.equal(0);
  });

  it('says what is wrong with a document, and exits with 1', async () => {
    const { stdout, code } = await runStoa(['explain', '{ nope }'], { file });
    expect(stdout).to.include('Cannot query field "nope" on type "Query".');
    expect(code).to.equal(1);
  });

  it('takes several mutations one after the other', async () => {
    const text = 'mutation { a: deleteReview(id: "1") b: deleteReview(id: "2") }';
    const { steps } = JSON.parse((await runStoa(['explain', text, '--json'], { file })).stdout);
    expect(steps.map(({ after }: { after: unknown }) => after)).to.deep.equal([[], [1]]);
  });
});
