import { expect } from 'chai';
import { runBench } from '../support/run-bench.ts';

const environment = { NODE_ENV: 'production' };

describe('the benchmarks of orders and of pages by component', () => {
  it('count statements of each step of an order, and place orders beside pages', async () => {
    const options = ['--orders', '1', '--rate', '1', '--pages', '1', '--seconds', '1', '--rounds', '1', '--warm', '1'];
    const { statements, placing } = await runBench('orders', options, environment);
    expect(Object.keys(statements)).to.deep.equal(['cart', 'checkout page', 'placing']);
    for (const sent of Object.values(statements)) expect(sent).to.not.deep.equal([]);
    expect(placing).to.have.length(1);
  });

  it('have a row for each component of the product page and the home page', async () => {
    const { rows } = await runBench('page-bill', ['--rounds', '1'], environment);
    const names = rows.map(({ page, component }: Record<string, string>) => `${page}: ${component}`);
    expect(names).to.include.members([
      'product page: cart BuyForm',
      'product page: reviews CardRating',
      'home page: catalog ProductList',
      'home page: all data, whole HTML',
    ]);
  });
});
