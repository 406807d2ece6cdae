import { expect } from 'chai';
import { extensionId } from '../support/database.ts';
import { meshProject, needsMesh, withPatience } from '../support/mesh-shop.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { startWarehouse, warehouseToken } from '../support/warehouse.ts';

async function start(config?: (text: string) => string): Promise<TestGateway> {
  return startGateway({
    file: await meshProject('mesh-shop', (text) => withPatience(config?.(text) ?? text)),
    empty: true,
  });
}

function errorsOf({ errors = [] }: Awaited<ReturnType<TestGateway['graphql']>>): readonly unknown[] {
  return errors.map(({ path, extensions }) => [path?.join('.'), extensions?.code, extensions?.extension]);
}

describe('a source that fails during a request', () => {
  before(needsMesh);

  context('when it answers an error', () => {
    it('leaves null at its own place, and tells the client nothing of it', async () => {
      await using warehouse = await startWarehouse();
      await using shop = await start();
      warehouse.answer = (_request, response) => {
        response.statusCode = 500;
        return { message: `no entry with ${warehouseToken}`, at: warehouse.url };
      };
      const answer = await shop.graphql('{ products { productId } stock(sku: "tea") { count } }');
      expect(answer.data).to.deep.equal({
        products: [{ productId: '1' }, { productId: '2' }, { productId: '3' }],
        stock: null,
      });
      expect(errorsOf(answer)).to.deep.equal([['stock', 'INTERNAL_SERVER_ERROR', 'stock']]);
      expect(JSON.stringify(answer)).not.to.include(warehouse.url).and.not.include(warehouseToken);
    });

    it('says in the log what was wrong, without secrets', async () => {
      await using warehouse = await startWarehouse();
      await using shop = await start();
      warehouse.answer = (_request, response) => {
        response.statusCode = 500;
        return { message: `no entry with ${warehouseToken}` };
      };
      await shop.graphql('{ stock(sku: "tea") { count } }');
      const [event] = shop.log.events('resolver failed');
      expect(String(event?.error)).to.match(/500|Internal Server Error|Upstream/i);
      expect(shop.log.text()).not.to.include(warehouseToken);
    });
  });

  context('when it closes the connection, or says what is no JSON', () => {
    it('masks that, and the process lives', async () => {
      await using warehouse = await startWarehouse();
      await using shop = await start();
      const sound = warehouse.answer;
      warehouse.answer = (_request, response) => void response.destroy();
      expect(errorsOf(await shop.graphql('{ stock(sku: "tea") { count } }'))).to.deep.equal([
        ['stock', 'INTERNAL_SERVER_ERROR', 'stock'],
      ]);
      warehouse.answer = (_request, response) => void response.end('<html>');
      expect(errorsOf(await shop.graphql('{ stock(sku: "tea") { count } }'))).to.deep.equal([
        ['stock', 'INTERNAL_SERVER_ERROR', 'stock'],
      ]);
      warehouse.answer = sound;
      expect(await shop.graphql('{ stock(sku: "tea") { count } }')).to.deep.equal({ data: { stock: { count: 12 } } });
    });
  });

  context('when it cannot be reached, again and again', () => {
    it("counts for the extension's breaker, as when its own code cannot reach something", async () => {
      const warehouse = await startWarehouse();
      await using shop = await start();
      await warehouse[Symbol.asyncDispose]();
      for (let calls = 0; calls < 5; calls++)
        expect(errorsOf(await shop.graphql('{ stock(sku: "tea") { count } }'))).to.deep.equal([
          ['stock', 'INTERNAL_SERVER_ERROR', 'stock'],
        ]);
      expect(shop.gateway.extensions.get(extensionId('stock'))?.calls.report.cutOff).to.equal(5);
    });
  });

  context('when what it says does not fit its schema', () => {
    it('has the error at the field, and nulls up to where they may stand', async () => {
      await using warehouse = await startWarehouse();
      await using shop = await start();
      warehouse.answer = () => [
        { sku: 'tea', count: 'many' },
        { sku: 'honey', count: 3 },
      ];
      const answer = await shop.graphql('{ s: stocks { sku n: count } }');
      expect(answer.data).to.deep.equal({ s: [null, { sku: 'honey', n: 3 }] });
      expect(errorsOf(answer)).to.deep.equal([['s.0.n', 'INTERNAL_SERVER_ERROR', 'stock']]);
    });
  });

  context('when it does not answer', () => {
    it("is waited for no longer than the extension's time", async () => {
      await using warehouse = await startWarehouse();
      await using shop = await start((text) =>
        text.replace('./extensions/stock }', './extensions/stock, timeoutMs: 300 }'),
      );
      const { promise: left, resolve } = Promise.withResolvers<string>();
      const text = '{ products { stock { count } } stock(sku: "tea") { count } }';
      // The first call loads what asks: it may take longer than that.
      await shop.graphql(text);
      warehouse.answer = (_request, response) => void response.on('close', () => resolve('left'));
      const answer = await shop.graphql(text);
      expect(answer.data).to.deep.equal({ products: [{ stock: null }, { stock: null }, { stock: null }], stock: null });
      expect(errorsOf(answer)).to.deep.include(['stock', 'EXTENSION_TIMEOUT', 'stock']);
      expect(await left).to.equal('left');
    });
  });

  context('when the client gives what a scalar of the source refuses', () => {
    it('refuses it as bad input, and asks nobody', async () => {
      await using warehouse = await startWarehouse();
      await using shop = await start();
      const answer = await shop.graphql('{ dueBefore(at: "never") { sku } }');
      expect(errorsOf(answer)).to.deep.equal([['dueBefore', 'BAD_USER_INPUT', 'stock']]);
      expect(warehouse.takeRequests()).to.deep.equal([]);
    });
  });
});
