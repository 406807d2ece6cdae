import { expect } from 'chai';
import { placedIn, type StartGateway, type TestGateway } from '../support/start-gateway.ts';

const fixture = { fixture: 'gathered-shop', empty: true } as const;

function methods(shop: TestGateway, cart: string) {
  const query = 'query ($cart: ID!) { paymentMethods(cart: $cart) { __typename code } }';
  return shop.graphql<{ readonly paymentMethods: readonly { readonly code: string }[] }>(query, { cart });
}

const place = process.env.STOA_TEST_PLACEMENTS === 'all' ? (['in-process', 'process', 'remote', 'mixed'] as const) : [];

placedIn(...(place.length > 0 ? place : (['in-process', 'process'] as const)))(
  'a list that several extensions fill',
  (start: StartGateway) => {
    let shop: TestGateway;
    before(async () => {
      shop = await start(fixture);
    });
    after(() => shop[Symbol.asyncDispose]());

    it('has the parts of all, in the order of gateway.yaml', async () => {
      expect(await methods(shop, '1')).to.deep.equal({
        data: {
          paymentMethods: [
            { __typename: 'Card', code: 'card' },
            { __typename: 'Transfer', code: 'transfer' },
            { __typename: 'Points', code: 'points' },
          ],
        },
      });
    });

    for (const [what, code] of [
      ['throw', 'AWAY'],
      ['hang', 'EXTENSION_TIMEOUT'],
    ] as const)
      it(`has a gap and an error where a part would ${what}`, async () => {
        const { data, errors = [] } = await methods(shop, `${what} points`);
        expect(data?.paymentMethods.map((method) => method.code)).to.deep.equal(['card', 'transfer']);
        expect(errors.map(({ path, extensions }) => [path, extensions?.code, extensions?.extension])).to.deep.equal([
          [['paymentMethods'], code, 'points'],
        ]);
      });

    it('leads back to the one extension that owns a type', async () => {
      const by = async (type: string): Promise<unknown> =>
        (await shop.graphql('mutation ($type: String!) { startPayment(type: $type) { by } }', { type })).data;
      expect(await by('Points')).to.deep.equal({ startPayment: { by: 'points' } });
      expect(await by('Card')).to.deep.equal({ startPayment: { by: 'card' } });
      expect(await by('Cheque')).to.deep.equal({ startPayment: { by: 'checkout' } });
    });
  },
);

placedIn('in-process')('a list that several extensions fill, when an extension is switched off', (start) => {
  const without = (name: string) => (text: string) =>
    text.replace(`{ name: ${name},`, `{ name: ${name}, enabled: false,`);

  it('has the parts of the others', async () => {
    await using shop = await start({ ...fixture, config: without('card') });
    const { data, errors } = await methods(shop, '1');
    expect(data?.paymentMethods.map(({ code }) => code)).to.deep.equal(['transfer', 'points']);
    expect(errors).to.equal(undefined);
  });

  it('starts with a warning for each contribution to an owner that is away', async () => {
    const rootless = (text: string): string => without('checkout')(text);
    await using shop = await start({ ...fixture, config: rootless });
    const warned = shop.generations.list().flatMap(({ findings }) => findings.map(({ code }) => code));
    expect(warned.filter((code) => code === 'CONTRIBUTION_RESTS')).to.have.length(4);
  });
});
