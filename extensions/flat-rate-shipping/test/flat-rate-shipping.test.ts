import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const methods = `query ($country: String!, $goods: Int!) {
  deliveryMethods(country: $country, goods: $goods) { code label about amount }
}`;

describe('flat-rate-shipping', () => {
  let shop: TestExtension;
  const cart = {
    id: '1',
    country: 'IE',
    deliveryMethod: 'flat-rate',
    lines: [
      { quantity: 2, variant: { sku: 'a' } },
      { quantity: 9, variant: null },
    ],
  };
  before(async () => {
    shop = await openExtension('flat-rate-shipping', {
      mocks: { Query: { cart: () => cart, deliveryCountries: [] }, Cart: { claims: [] }, Variant: { money: 980 } },
    });
  });
  after(() => shop.close());

  it('answers its price and how long a parcel takes', async () => {
    expect(await shop.graphql('{ flatRateShipping { price days } }')).to.deep.equal({
      data: { flatRateShipping: { price: 4.9, days: [2, 3] } },
    });
  });

  it('answers its price in yen, which have no decimals', async () => {
    await using yen = await openExtension('flat-rate-shipping', {
      currency: 'JPY',
      mocks: { Query: { cart: () => cart, deliveryCountries: [] }, Cart: { claims: [] }, Variant: { money: 980 } },
    });
    const { data } = await yen.graphql('{ flatRateShipping { amount price } }');
    expect(data).to.deep.equal({ flatRateShipping: { amount: 490, price: 490 } });
  });

  it('is a way to deliver to the countries of its zones, for nothing from an amount on', async () => {
    const label = 'Parcel to your door';
    const about = 'One price for any order, in 2 to 3 working days.';
    expect((await shop.graphql(methods, { country: 'IE', goods: 4899 })).data).to.deep.equal({
      deliveryMethods: [{ code: 'flat-rate', label, about, amount: 490 }],
    });
    expect((await shop.graphql(methods, { country: 'IE', goods: 4900 })).data).to.deep.equal({
      deliveryMethods: [{ code: 'flat-rate', label, about, amount: 0 }],
    });
    expect((await shop.graphql(methods, { country: 'US', goods: 1 })).data).to.deep.equal({ deliveryMethods: [] });
  });

  it('says to which countries its zones deliver', async () => {
    const text = '{ deliveryCountries(among: ["US", "IE", "GB", "DE"]) }';
    expect((await shop.graphql(text)).data).to.deep.equal({ deliveryCountries: ['IE', 'DE'] });
  });

  it('claims its price when it is chosen', async () => {
    const claimsOf = async (change: object) => {
      Object.assign(cart, change);
      return (await shop.ask('{ cart { claims { kind code amount } } }')).data;
    };
    expect(await claimsOf({})).to.deep.equal({
      cart: { claims: [{ kind: 'DELIVERY', code: 'flat-rate', amount: 490 }] },
    });
    expect(await claimsOf({ lines: [{ quantity: 5, variant: { sku: 'a' } }] })).to.deep.equal({
      cart: { claims: [{ kind: 'DELIVERY', code: 'flat-rate', amount: 0 }] },
    });
    expect(await claimsOf({ deliveryMethod: 'pick-up' })).to.deep.equal({ cart: { claims: [] } });
    expect(await claimsOf({ deliveryMethod: 'flat-rate', country: 'US' })).to.deep.equal({ cart: { claims: [] } });
  });

  it('is announced on the product page', async () => {
    const { html } = await shop.page('/products/1001');
    expect(html).to.contain('€4.90').and.to.contain('2 to 3 working days');
  });

  const setZones = async (zones: readonly object[]) => {
    const text =
      'mutation ($values: SettingValues!) { changeSettings(extension: "flat-rate-shipping", values: $values) }';
    const token = await shop.token({ permissions: ['stoa:settings'] });
    expect((await shop.graphql(text, { values: { zones } }, { token })).errors).to.equal(undefined);
  };

  it('takes a change of its settings at once, and says the fewest days first', async () => {
    await setZones([{ countries: [], amount: 700, days: [5, 2] }]);
    const { data } = await shop.graphql('{ flatRateShipping { amount price days } }');
    expect(data).to.deep.equal({ flatRateShipping: { amount: 700, price: 7, days: [2, 5] } });
    expect((await shop.page('/products/1001')).html).to.contain('2 to 5 working days');
    const offered = await shop.graphql(methods, { country: 'IE', goods: 1 });
    expect(offered.data).to.have.nested.property('deliveryMethods[0].about').that.contains('2 to 5 working days');
  });

  it("promises nothing where no zone has the shop's own country", async () => {
    await setZones([{ countries: ['DE'], amount: 700, days: [1, 1] }]);
    expect((await shop.graphql('{ flatRateShipping { price } }')).data).to.deep.equal({ flatRateShipping: null });
    const { status, html } = await shop.page('/products/1001');
    expect(status).to.equal(200);
    expect(html).not.to.contain('At your door');
  });
});
