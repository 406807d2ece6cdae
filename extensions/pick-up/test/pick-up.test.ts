import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

const settings = { place: 'Stoa, 1 Quay Street, Galway' };
const label = 'Collect it yourself: Stoa, 1 Quay Street, Galway';
const methods =
  'query ($country: String!) { deliveryMethods(country: $country, goods: 1000) { code label about amount } }';

describe('pick-up', () => {
  let shop: TestExtension;
  const cart = { id: '1', country: 'IE', deliveryMethod: 'pick-up' };
  before(async () => {
    shop = await openExtension('pick-up', {
      settings,
      mocks: { Query: { cart: () => cart, deliveryCountries: [] }, Cart: { claims: [] } },
    });
  });
  after(() => shop.close());

  it('is offered with its place, for nothing, to buyers of the own country alone', async () => {
    expect((await shop.graphql(methods, { country: 'IE' })).data).to.deep.equal({
      deliveryMethods: [{ code: 'pick-up', label, about: null, amount: 0 }],
    });
    expect((await shop.graphql(methods, { country: 'DE' })).data).to.deep.equal({ deliveryMethods: [] });
  });

  it('delivers to the own country alone', async () => {
    const { data } = await shop.graphql('{ deliveryCountries(among: ["DE", "IE"]) }');
    expect(data).to.deep.equal({ deliveryCountries: ['IE'] });
  });

  const claims = '{ cart { claims { kind code label amount } } }';
  it('claims that delivery costs nothing, when it is chosen', async () => {
    expect((await shop.ask(claims)).data).to.deep.equal({
      cart: { claims: [{ kind: 'DELIVERY', code: 'pick-up', label, amount: 0 }] },
    });
  });

  it('claims nothing when another way is chosen, or in another country', async () => {
    for (const change of [
      { deliveryMethod: null },
      { deliveryMethod: 'flat-rate' },
      { country: 'DE', deliveryMethod: 'pick-up' },
    ]) {
      Object.assign(cart, { country: 'IE' }, change);
      expect((await shop.ask(claims)).data).to.deep.equal({ cart: { claims: [] } });
    }
  });

  it('is not offered without a place', async () => {
    await shop.graphql(
      'mutation { changeSettings(extension: "pick-up", values: { place: "" }) }',
      {},
      {
        token: await shop.token({ permissions: ['stoa:settings'] }),
      },
    );
    expect((await shop.graphql(methods, { country: 'IE' })).data).to.deep.equal({ deliveryMethods: [] });
  });
});
