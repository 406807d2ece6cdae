import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { meshProject, needsMesh, withPatience } from '../support/mesh-shop.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { startWarehouse, warehouseToken } from '../support/warehouse.ts';

async function start(): Promise<TestGateway> {
  return startGateway({ file: await meshProject('mesh-shop', withPatience), empty: true });
}

describe('an extension with a .meshrc.yaml', () => {
  before(needsMesh);

  it('answers root fields of its source, with all that is selected below them', async () => {
    await using warehouse = await startWarehouse();
    await using shop = await start();
    expect(await shop.graphql('{ stocks { sku count due shelf { row level } } }')).to.deep.equal({
      data: {
        stocks: [
          { sku: 'tea', count: 12, due: '2026-03-01T00:00:00.000Z', shelf: { row: 'A', level: 2 } },
          { sku: 'honey', count: 3, due: null, shelf: { row: 'B', level: 1 } },
        ],
      },
    });
    const [request] = warehouse.takeRequests();
    expect(request?.headers.authorization).to.equal(`Bearer ${warehouseToken}`);
  });

  it('takes arguments, variables, aliases and fragments', async () => {
    await using _warehouse = await startWarehouse();
    await using shop = await start();
    const query = `query ($sku: String, $with: Boolean = false) {
      tea: stock(sku: "tea") { ...Facts }
      other: stock(sku: $sku) { n: count ...Facts shelf @include(if: $with) { row } }
      both: stocks(skus: ["tea", "honey"]) { sku }
    }
    fragment Facts on Stock { sku shelf { level } }`;
    expect(await shop.graphql(query, { sku: 'honey' })).to.deep.equal({
      data: {
        tea: { sku: 'tea', shelf: { level: 2 } },
        other: { n: 3, sku: 'honey', shelf: { level: 1 } },
        both: [{ sku: 'tea' }, { sku: 'honey' }],
      },
    });
  });

  it('runs mutations one after the other', async () => {
    await using warehouse = await startWarehouse();
    await using shop = await start();
    const query = `mutation {
      a: setStock(sku: "tea", input: { count: 1 }) { count }
      b: setStock(sku: "tea", input: { count: 2 }) { count isLow }
    }`;
    expect(await shop.graphql(query)).to.deep.equal({ data: { a: { count: 1 }, b: { count: 2, isLow: true } } });
    expect(warehouse.takeRequests().map(({ method, body }) => [method, body])).to.deep.equal([
      ['PUT', { count: 1 }],
      ['PUT', { count: 2 }],
    ]);
  });

  it('joins its types to those of other extensions', async () => {
    await using warehouse = await startWarehouse();
    await using shop = await start();
    expect(await shop.graphql('{ products { productId stock { count isLow shelf { row } } } }')).to.deep.equal({
      data: {
        products: [
          { productId: '1', stock: { count: 12, isLow: false, shelf: { row: 'A' } } },
          { productId: '2', stock: { count: 3, isLow: true, shelf: { row: 'B' } } },
          { productId: '3', stock: null },
        ],
      },
    });
    expect(warehouse.takeRequests()).to.have.length(1);
  });

  it('gives a resolver beside it what it needs of an object, whatever the client has selected', async () => {
    await using _warehouse = await startWarehouse();
    await using shop = await start();
    expect(await shop.graphql('{ products { stock { shelf { row } } } stock(sku: "tea") { isLow } }')).to.deep.equal({
      data: {
        products: [{ stock: { shelf: { row: 'A' } } }, { stock: { shelf: { row: 'B' } } }, { stock: null }],
        stock: { isLow: false },
      },
    });
  });

  context('when a resolver asks for a root field that there is not', () => {
    it('says so in the log, with those that there are', async () => {
      await using _warehouse = await startWarehouse();
      const file = await meshProject('mesh-shop');
      const resolvers = join(dirname(file), 'extensions/stock/graphql/Stock.resolvers.ts');
      await writeFile(resolvers, (await readFile(resolvers, 'utf8')).replace("'stocks'", "'stoks'"));
      await using shop = await startGateway({ file, empty: true });
      expect(await shop.graphql('{ products { stock { count } } }'))
        .to.have.property('errors')
        .that.has.length(3);
      expect(shop.log.events('resolver failed')[0]?.error).to.equal(
        'context.mesh: the sources have no root field "stoks". Did you mean "stocks"?',
      );
    });

    it('says so in an extension without sources', async () => {
      await using _warehouse = await startWarehouse();
      const file = await meshProject('mesh-shop');
      const resolvers = join(dirname(file), 'extensions/shelf/graphql/Product.resolvers.ts');
      const text = await readFile(resolvers, 'utf8');
      await writeFile(
        resolvers,
        text.replace('() => products', "(_, args, { mesh }, info) => mesh('stocks', args, info)"),
      );
      await using shop = await startGateway({ file, empty: true });
      await shop.graphql('{ products { sku } }');
      expect(shop.log.events('resolver failed')[0]?.error).to.equal(
        'context.mesh: the extension "shelf" has no .meshrc.yaml',
      );
    });
  });
});
