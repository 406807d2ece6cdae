import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { readFlatRate } from '../src/flat-rate.ts';

describe('flat-rate-shipping', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('flat-rate-shipping');
  });
  after(() => shop.close());

  it('answers its price and how long a parcel takes', async () => {
    expect(await shop.graphql('{ flatRateShipping { price days } }')).to.deep.equal({
      data: { flatRateShipping: { price: 4.9, days: [2, 3] } },
    });
  });

  it('is a way to deliver on the checkout page', async () => {
    const { html } = await shop.page('/checkout');
    expect(html).to.contain('value="flat-rate"').and.to.contain('€4.90');
  });

  it('is announced on the product page', async () => {
    const { html } = await shop.page('/products/1001');
    expect(html).to.contain('€4.90').and.to.contain('2 to 3 working days');
  });

  it('reads its price from flat-rate.json, and says what is wrong there', () => {
    expect(readFlatRate({ price: 0, days: [0, 1] })).to.deep.equal({ price: 0, days: [0, 1] });
    expect(() => readFlatRate({ price: '4.90', days: [1, 2] })).to.throw('"price" must be a number');
    expect(() => readFlatRate({ price: -1, days: [1, 2] })).to.throw('"price" must be a number');
    expect(() => readFlatRate({ price: 4.9, days: [2] })).to.throw('"days" must be two numbers');
    expect(() => readFlatRate({ price: 4.9, days: [3, 2] })).to.throw('the smaller one first');
  });
});
