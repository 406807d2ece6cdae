import { expect } from 'chai';
import { openPath } from '../../../test/support/browse.ts';
import { startGateway, type TestGateway } from '../../../test/support/start-gateway.ts';
import { formatDays, formatRate } from '../src/format-flat-rate.ts';

describe('flat-rate-shipping', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway();
  });
  after(() => shop[Symbol.asyncDispose]());

  it('answers its price and how long a parcel takes', async () => {
    expect(await shop.graphql('{ flatRateShipping { price days } }')).to.deep.equal({
      data: { flatRateShipping: { price: 4.9, days: [2, 3] } },
    });
  });

  it('is a way to deliver on the checkout page', async () => {
    const { html } = await openPath(`${shop.url}/checkout`);
    expect(html).to.contain('value="flat-rate"').and.to.contain('€4.90');
  });

  it('is told on the product page', async () => {
    const { html } = await openPath(`${shop.url}/products/1001`);
    expect(html).to.contain('€4.90').and.to.contain('2 to 3 working days');
  });

  it('writes prices with two decimals, and days as people say them', () => {
    expect(formatRate({ price: 5, days: [] })).to.equal('€5.00');
    expect(formatDays({ price: 5, days: [1, 4] })).to.equal('1 to 4 working days');
  });
});
