import { expect } from 'chai';
import { startGateway } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';

describe('an extension in a process and one in the gateway, when there is one connection for both', () => {
  // The queue takes four of the five.
  const config = (text: string): string =>
    onlyLines(
      'catalog',
      'reviews',
    )(text)
      .replace('database: { ', 'database: { connections: 5, ')
      .replace('name: catalog, ', 'name: catalog, placement: process, ');

  it('have it in turn', async () => {
    await using shop = await startGateway({ config });
    for (let time = 1; time <= 3; time++) {
      const { data, errors } = await shop.graphql('{ products(first: 1) { edges { node { reviews { rating } } } } }');
      expect(errors, JSON.stringify(errors)).to.equal(undefined);
      expect(data).to.have.nested.property('products.edges[0].node.reviews[0].rating');
    }
    expect(shop.log.events('database in trouble')).to.deep.equal([]);
  });
});
