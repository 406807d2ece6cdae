import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { fixtureProject } from '../../../../test/support/test-project.ts';
import { diffShops } from '../../src/diff/diff-shops.ts';
import { readShop, type ShopState } from '../../src/shop/index.ts';

const environment = { ...process.env, DATABASE_URL: 'embedded' };
const readState = (file: string): Promise<ShopState> => readShop(file, { environment });

const card = 'extensions/card/graphql/card.graphql';
const owner = 'extensions/checkout/graphql/checkout.graphql';

/** What is edited, and the changes of parts. */
const edits: readonly (readonly [file: string, from: string, to: string, told: readonly string[]])[] = [
  [
    card,
    'extend type Query {\n  paymentMethods(cart: ID!): [PaymentMethod!]! @contribute\n}',
    '',
    ['dangerous PART_REMOVED Query.paymentMethods card'],
  ],
  [owner, ' @gather', '', ['breaking CONTRIBUTIONS_CLOSED Query.paymentMethods checkout']],
];

describe('the parts of a list, in two states of a shop', () => {
  let file: string;
  let state: ShopState;
  beforeEach(async () => {
    file = await fixtureProject('gathered-shop');
    state = await readState(file);
  });

  for (const [name, from, to, told] of edits)
    it(`differ as ${told.join()} says, and back again`, async () => {
      const path = join(dirname(file), name);
      const text = await readFile(path, 'utf8');
      expect(text).to.include(from);
      await writeFile(path, text.replace(from, to));
      const after = await readState(file);
      const ofParts = async (one: ShopState, other: ShopState): Promise<readonly string[]> =>
        (await diffShops(one, other))
          .filter(({ code }) => /^(?:PART|CONTRIBUTIONS)_/.test(code))
          .map((change) => `${change.level} ${change.code} ${change.name} ${change.extension}`);
      expect(await ofParts(state, after)).to.deep.equal(told);
      const back = (told[0] ?? '').replace(/^\w+/, 'safe').replace('REMOVED', 'ADDED').replace('CLOSED', 'OPENED');
      expect(await ofParts(after, state)).to.deep.equal([back]);
    });

  it('name the contributors that a closed list breaks', async () => {
    const path = join(dirname(file), owner);
    await writeFile(path, (await readFile(path, 'utf8')).replace(' @gather', ''));
    const changes = await diffShops(state, await readState(file));
    const closed = changes.find(({ code }) => code === 'CONTRIBUTIONS_CLOSED');
    expect(closed?.affects.map(({ name, how, state }) => `${name} ${how} ${state}`)).to.have.members([
      'card contributes to it broken',
      'points contributes to it broken',
    ]);
  });
});
