import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { openExtension } from 'stoa/testing';
import type { ExtensionContract } from '../../src/shop/index.ts';

const checkout = `interface PaymentMethod { code: ID! label: String! }
  type Transfer implements PaymentMethod { code: ID! label: String! }
  type Query { paymentMethods(cart: ID!): [PaymentMethod!]! @gather }
  type Mutation { startPayment(type: String!): Int @dispatch(by: "type", public: true) }`;

/** What `stoa types` writes of an extension that contributes to the checkout. */
const contract: ExtensionContract = {
  contract: 1,
  extension: 'card',
  gives: { sdl: [], routes: {}, components: {} },
  needs: {
    pages: {},
    extensions: {
      checkout: {
        sdl: [
          'interface PaymentMethod { code: ID! label: String! }',
          'type Query { paymentMethods(cart: ID!): [PaymentMethod!]! @gather }',
        ],
        routes: {},
        components: {},
      },
    },
  },
};

const files: Readonly<Record<string, string>> = {
  'checkout/graphql/checkout.graphql': checkout,
  'checkout/graphql/checkout.resolvers.ts': `export default {
    Query: { paymentMethods: () => [{ __typename: 'Transfer', code: 't', label: 'Transfer' }] },
    Mutation: { startPayment: () => 1 },
  };`,
  'card/extension.contract.json': JSON.stringify(contract),
  'card/graphql/card.graphql': `type Card implements PaymentMethod { code: ID! label: String! }
    extend type Query { paymentMethods(cart: ID!): [PaymentMethod!]! @contribute }`,
  'card/graphql/card.resolvers.ts': `export default {
    Query: { paymentMethods: (_root, { cart }) => [{ __typename: 'Card', code: 'c', label: 'Card for ' + cart }] },
  };`,
};

describe('extensions that fill a list together, each alone', () => {
  let from: string;
  before(async () => {
    from = await mkdtemp(join(await realpath(tmpdir()), 'stoa-contributions-'));
    for (const [name, text] of Object.entries(files)) {
      const file = join(from, 'extensions', name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  });
  after(() => rm(from, { recursive: true, force: true }));

  const query = '{ paymentMethods(cart: "1") { __typename label } }';

  it('have the contributor’s part beside a stand-in of the owner', async () => {
    await using card = await openExtension('card', { from });
    expect(await card.graphql(query)).to.deep.equal({
      data: { paymentMethods: [{ __typename: 'Card', label: 'Card for 1' }] },
    });
  });

  it('have the owner’s part alone, where no test asks for more', async () => {
    await using owner = await openExtension('checkout', { from });
    expect(await owner.graphql(query)).to.deep.equal({
      data: { paymentMethods: [{ __typename: 'Transfer', label: 'Transfer' }] },
    });
  });

  it('have the owner’s part beside a made-up contributor, which answers as a mock says', async () => {
    const made = { __typename: 'MadeUpPaymentMethod', code: 'x', label: 'Made up' };
    const mocks = { Query: { paymentMethods: [made] }, Mutation: { startPayment: () => 7 } };
    await using owner = await openExtension('checkout', { from, mocks });
    const { data } = await owner.graphql<{ readonly paymentMethods: readonly { readonly label: string }[] }>(query);
    expect(data?.paymentMethods.map(({ label }) => label)).to.have.members(['Made up', 'Transfer']);
    const start = (type: string) => owner.graphql(`mutation { startPayment(type: "${type}") }`);
    expect(await start('MadeUpContribution')).to.deep.equal({ data: { startPayment: 7 } });
    expect(await start('Transfer')).to.deep.equal({ data: { startPayment: 1 } });
  });
});
