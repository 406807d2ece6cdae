import { describeBuying } from '../support/describe-buying.ts';
import { needsMesh } from '../support/mesh-shop.ts';
import { type RunningWarehouse, startWarehouseStock } from '../support/warehouse-stock.ts';

describe('buying in a browser, when a warehouse counts the stock', () => {
  let running: RunningWarehouse;
  before(async function () {
    needsMesh.call(this);
    running = await startWarehouseStock();
  });
  after(async () => await running?.[Symbol.asyncDispose]());

  describeBuying((options) => running.startShop(options), { all: false });
});
