import { expect } from 'chai';
import { asNamedBefore } from '../../src/shop/contract/contracts-of.ts';
import type { ExtensionContract, Neighbour } from '../../src/shop/contract/extension-contract.gen.ts';

const stock: Neighbour = {
  version: '1.0.0',
  sdl: ['type Hold {\n  "Of the order."\n  state: String!\n}'],
  routes: {},
  components: {},
};
const warehouse: Neighbour = { ...stock, version: '0.3.0', sdl: ['type Hold { state: String! }'] };
const before: ExtensionContract = {
  contract: 1,
  extension: 'orders',
  gives: { sdl: [], routes: {}, components: {} },
  needs: { pages: {}, extensions: { stock } },
};

function named(neighbour: Neighbour, here: readonly string[] = ['warehouse']) {
  return asNamedBefore([['warehouse', neighbour]], before, (name) => here.includes(name));
}

describe('a neighbour that takes the place of another one', () => {
  it('has the name and version that the contract says, when it gives the same', () => {
    expect(named(warehouse)).to.deep.equal([['stock', stock]]);
  });

  it('has its own name when it gives something else, or the extension now needs more', () => {
    for (const sdl of [
      'type Hold { state: Int! }',
      'type Hold { state: String! until: String! }',
      'type Other { a: Int }',
    ])
      expect(named({ ...warehouse, sdl: [sdl] })[0]?.[0], sdl).to.equal('warehouse');
    const routes = { hold: { methods: ['POST'], path: '/hold', access: 'public' } };
    expect(named({ ...warehouse, routes })[0]?.[0]).to.equal('warehouse');
  });

  it('has its own name beside the other one', () => {
    expect(named(warehouse, ['warehouse', 'stock'])[0]?.[0]).to.equal('warehouse');
  });
});
