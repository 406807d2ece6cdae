import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: product', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog');
  });
  after(() => shop.close());

  context('when the id is that of a product', () => {
    it('answers all of its fields', async () => {
      const query = '{ product(id: "1001") { productId name price description sku url image } }';
      expect(await shop.graphql(query)).to.deep.equal({
        data: {
          product: {
            productId: '1001',
            name: 'Vitamin C 1000 mg',
            price: 12.9,
            description: 'Slow-release vitamin C with rose hip and citrus bioflavonoids. One tablet covers a long day.',
            sku: 'VIT-C1000-90',
            url: '/products/vitamin-c-1000-mg',
            image: '/assets/catalog/bottle-vitamin.svg',
          },
        },
      });
    });

    it('takes the id as a number, too', async () => {
      expect(await shop.graphql('{ product(id: 1002) { productId } }')).to.deep.equal({
        data: { product: { productId: '1002' } },
      });
    });
  });

  for (const id of [
    '1',
    '9000',
    '999999999999999999',
    '99999999999999999999',
    'abc',
    '01001',
    '1001 ',
    '1e3',
    '-1',
    '',
  ])
    context(`when the id is ${JSON.stringify(id)}, which no product has`, () => {
      it('answers null without an error', async () => {
        const answer = await shop.graphql('query ($id: ID!) { product(id: $id) { name } }', { id });
        expect(answer).to.deep.equal({ data: { product: null } });
      });
    });
});
