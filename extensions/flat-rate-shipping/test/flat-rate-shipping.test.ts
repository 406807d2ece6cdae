import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

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

  it('takes a change of its settings at once', async () => {
    const { errors } = await shop.graphql(
      `mutation {
        changeSettings(extension: "flat-rate-shipping", values: { zones: [{ countries: [], amount: 700, days: [1, 1] }] })
      }`,
      {},
      { token: await shop.token({ permissions: ['stoa:settings'] }) },
    );
    expect(errors).to.equal(undefined);
    const { data } = await shop.graphql('{ flatRateShipping { price } }');
    expect(data).to.deep.equal({ flatRateShipping: { price: 7 } });
  });
});
