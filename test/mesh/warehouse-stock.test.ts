import { expect } from 'chai';
import { openExtension } from 'stoa/testing';
import { describeStock } from '../../extensions/stock/test/describe-stock.ts';
import { type OpenStock, options } from '../../extensions/stock/test/open-stock.ts';
import { needsMesh } from '../support/mesh-shop.ts';
import { type RunningWarehouse, startWarehouseStock } from '../support/warehouse-stock.ts';

/** The extension, whose books are the warehouse's. */
async function openStock({ warehouse, folder }: RunningWarehouse): Promise<OpenStock> {
  const stock = await openExtension('warehouse-stock', { ...options, from: folder });
  return {
    ...stock,
    reset: async (levels) => warehouse.reset(levels),
    count: async (sku, onHand) => void warehouse.count(sku, onHand),
    levels: async () => warehouse.allLevels().map(({ sku, onHand, reserved }) => ({ sku, on_hand: onHand, reserved })),
    orders: async () => warehouse.orders().map(({ order }) => order),
    endExpired: async () => warehouse.endExpired(Date.now()),
  };
}

describe('warehouse-stock', () => {
  let running: RunningWarehouse;
  let stock: OpenStock;
  before(async function () {
    needsMesh.call(this);
    running = await startWarehouseStock();
    stock = await openStock(running);
  });
  after(async () => {
    await stock?.close();
    await running?.[Symbol.asyncDispose]();
  });

  describeStock(() => stock);

  it('asks the warehouse once for all variants', async () => {
    running.relay.takeRequests();
    await stock.graphql('{ product(id: "1") { variants { available } } }');
    expect(running.relay.takeRequests().map(({ path }) => path)).to.deep.equal(['/levels?skus=A&skus=B&skus=C']);
  });

  it('lets no client ask the warehouse itself', async () => {
    const answer = await stock.graphql('mutation { warehouseCommit(input: { order: "1" }) { state } }');
    expect(answer.errors?.[0]?.extensions?.code).to.equal('GRAPHQL_VALIDATION_FAILED');
  });
});
