import { expect } from 'chai';
import { describeStock } from './describe-stock.ts';
import { type OpenStock, openStock } from './open-stock.ts';

describe('stock', () => {
  let stock: Awaited<ReturnType<typeof openStock>>;
  before(async () => {
    stock = await openStock();
  });
  after(async () => await stock.close());

  describeStock((): OpenStock => stock);

  it('asks the database once for all variants', async () => {
    stock.queries();
    await stock.graphql('{ product(id: "1") { variants { available } } }');
    expect(stock.queries()).to.have.length(1);
  });
});
