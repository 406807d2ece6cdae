import { expect } from 'chai';
import { type Answer, atOnce, callsOf, type OpenStock } from './open-stock.ts';

const past = '2020-01-01T00:00:00Z';

/** What orders and the shop rely on, whoever counts the pieces. `of` gives the stock, which is open by then. */
export function describeStock(of: () => OpenStock): void {
  let stock: OpenStock;
  let calls: ReturnType<typeof callsOf>;
  before(() => {
    stock = of();
    calls = callsOf(stock);
  });
  beforeEach(async () => await stock.reset({ A: 10, B: 10 }));

  const stateOf = ({ answer, code }: Answer) => answer?.state ?? code;
  const heldOf = (answers: readonly Answer[]) => answers.filter((answer) => stateOf(answer) === 'HELD').length;

  describe('50 buyers at once for 10 pieces', () => {
    it('holds for exactly 10, and a second call of each answers the same', async () => {
      const buyers = Array.from({ length: 50 }, (_value, index) => `order-${index}`);
      const all = await atOnce(
        [...buyers, ...buyers].map((order) => () => calls.hold(order, [{ sku: 'A', quantity: 1 }])),
      );
      const [first, second] = [all.slice(0, 50), all.slice(50)];
      expect(heldOf(first)).to.equal(10);
      expect(second).to.deep.equal(first);
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 10, reserved: 10 });
    });

    it('takes lines in opposite order without a deadlock', async () => {
      const lines = [
        { sku: 'A', quantity: 1 },
        { sku: 'B', quantity: 1 },
      ];
      const answers = await atOnce(
        Array.from(
          { length: 50 },
          (_value, index) => () => calls.hold(`order-${index}`, index % 2 === 0 ? lines : lines.toReversed()),
        ),
      );
      expect(answers.map(stateOf).toSorted()).to.deep.equal([...Array(10).fill('HELD'), ...Array(40).fill('OUT')]);
    });
  });

  describe('a hold', () => {
    it('of which one line is missing leaves nothing, and stays refused when there are pieces again', async () => {
      const lines = [
        { sku: 'A', quantity: 1 },
        { sku: 'B', quantity: 11 },
      ];
      const refused = { answer: { order: '1', state: 'OUT', missing: ['B'] } };
      expect(await calls.hold('1', lines)).to.deep.equal(refused);
      expect(await stock.levels()).to.deep.equal([
        { sku: 'A', on_hand: 10, reserved: 0 },
        { sku: 'B', on_hand: 10, reserved: 0 },
      ]);
      for (const sku of ['A', 'B']) await stock.count(sku, 20);
      expect(await calls.hold('1', lines)).to.deep.equal(refused);
    });

    it('adds up the lines of one SKU, and sells a SKU that is not counted', async () => {
      const twice = [
        { sku: 'A', quantity: 6 },
        { sku: 'A', quantity: 5 },
      ];
      expect(stateOf(await calls.hold('1', twice))).to.equal('OUT');
      expect(stateOf(await calls.hold('2', [{ sku: 'unknown', quantity: 5000 }]))).to.equal('HELD');
      await stock.count('unknown', 1);
      expect(stateOf(await calls.commit('2'))).to.equal('COMMITTED');
      expect(await stock.levels()).to.deep.include({ sku: 'unknown', on_hand: 1, reserved: 0 });
    });

    for (const [what, order, lines, until] of [
      ['no lines', '1', [], '2999-01-01T00:00:00Z'],
      ['no pieces', '1', [{ sku: 'A', quantity: 0 }], '2999-01-01T00:00:00Z'],
      ['too many pieces', '1', [{ sku: 'A', quantity: 100_001 }], '2999-01-01T00:00:00Z'],
      ['an empty order', '', [{ sku: 'A', quantity: 1 }], '2999-01-01T00:00:00Z'],
      ['a time that is none', '1', [{ sku: 'A', quantity: 1 }], 'tomorrow'],
    ] as const) {
      it(`is refused with ${what}`, async () => {
        expect(await calls.hold(order, [...lines], until)).to.deep.equal({ code: 'BAD_USER_INPUT' });
        expect(await stock.orders()).to.deep.equal([]);
      });
    }
  });

  describe('a release', () => {
    it('before the hold leaves a tombstone: the hold takes nothing, and nothing is sold', async () => {
      expect(stateOf(await calls.release('1'))).to.equal('RELEASED');
      expect(stateOf(await calls.hold('1', [{ sku: 'A', quantity: 4 }]))).to.equal('RELEASED');
      expect(stateOf(await calls.commit('1'))).to.equal('OUT');
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 10, reserved: 0 });
    });

    it('gives back once, and never what is committed', async () => {
      await calls.hold('1', [{ sku: 'A', quantity: 4 }]);
      await calls.hold('2', [{ sku: 'A', quantity: 3 }]);
      await Promise.all([calls.release('1'), calls.release('1'), calls.commit('2'), calls.commit('2')]);
      expect(stateOf(await calls.release('2'))).to.equal('COMMITTED');
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 7, reserved: 0 });
    });

    it('for good refuses a hold and a commit that come later, and keeps what is committed', async () => {
      for (const order of ['1', '2', '3']) await calls.hold(order, [{ sku: 'A', quantity: 2 }]);
      await calls.release('1');
      await calls.commit('3');
      const states = [];
      for (const order of ['1', '2', '3', '4']) states.push(stateOf(await calls.release(order, true)));
      expect(states).to.deep.equal(['OUT', 'OUT', 'COMMITTED', 'OUT']);
      for (const order of ['1', '2', '4']) expect(stateOf(await calls.commit(order))).to.equal('OUT');
      expect(stateOf(await calls.hold('4', [{ sku: 'A', quantity: 2 }]))).to.equal('OUT');
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 8, reserved: 0 });
    });
  });

  describe('an expired hold', () => {
    beforeEach(async () => await calls.hold('1', [{ sku: 'A', quantity: 8 }], past));

    it('is committed as long as the job has not given it back', async () => {
      expect(stateOf(await calls.commit('1'))).to.equal('COMMITTED');
      await stock.endExpired();
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 2, reserved: 0 });
    });

    it('is given back by the job, which leaves others, and taken again by a late commit', async () => {
      await calls.hold('2', [{ sku: 'A', quantity: 1 }]);
      await stock.endExpired();
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 10, reserved: 1 });
      expect(stateOf(await calls.commit('1'))).to.equal('COMMITTED');
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 2, reserved: 1 });
    });

    it('is refused for ever where others have bought the pieces', async () => {
      await stock.endExpired();
      await calls.hold('2', [{ sku: 'A', quantity: 3 }]);
      const refused = { answer: { state: 'OUT', missing: ['A'] } };
      expect(await calls.commit('1')).to.deep.equal(refused);
      await calls.release('2');
      expect(await calls.commit('1')).to.deep.equal(refused);
      expect(await stock.levels()).to.deep.include({ sku: 'A', on_hand: 10, reserved: 0 });
    });
  });

  it('refuses to commit what was never held', async () => {
    expect(await calls.commit('1')).to.deep.equal({ code: 'NOT_FOUND' });
  });

  describe('a return', () => {
    it('puts pieces back once for each key, and never more than were bought', async () => {
      await calls.hold('1', [{ sku: 'A', quantity: 3 }]);
      await calls.commit('1');
      const two = [{ sku: 'A', quantity: 2 }];
      const answers = await Promise.all([calls.giveBack('1', 'k1', two), calls.giveBack('1', 'k1', two)]);
      expect(answers).to.deep.equal([{ answer: true }, { answer: true }]);
      expect(await calls.giveBack('1', 'k2', two)).to.deep.equal({ answer: false });
      expect(await calls.giveBack('1', 'k3', [{ sku: 'B', quantity: 1 }])).to.deep.equal({ answer: false });
      expect(await stock.levels()).to.deep.equal([
        { sku: 'A', on_hand: 9, reserved: 0 },
        { sku: 'B', on_hand: 10, reserved: 0 },
      ]);
    });

    it('of what is not sold is refused', async () => {
      expect(await calls.giveBack('1', 'k1', [{ sku: 'A', quantity: 1 }])).to.deep.equal({ answer: false });
      await calls.hold('1', [{ sku: 'A', quantity: 3 }]);
      expect(await calls.giveBack('1', 'k1', [{ sku: 'A', quantity: 1 }])).to.deep.equal({ answer: false });
    });
  });

  describe('setStock', () => {
    const setText = 'mutation ($onHand: Int!) { setStock(sku: "A", onHand: $onHand) { onHand reserved } }';

    it('counts anew, for a caller who may, and never below what is held', async () => {
      await calls.hold('1', [{ sku: 'A', quantity: 4 }]);
      const token = await stock.token({ permissions: ['stock:write'] });
      for (const [onHand, code] of [
        [3, 'CONFLICT'],
        [-1, 'BAD_USER_INPUT'],
      ] as const)
        expect(await stock.graphql(setText, { onHand }, { token })).to.have.nested.property(
          'errors[0].extensions.code',
          code,
        );
      expect(await stock.graphql(setText, { onHand: 5 })).to.have.nested.property(
        'errors[0].extensions.code',
        'UNAUTHENTICATED',
      );
      expect(await stock.graphql(setText, { onHand: 5 }, { token })).to.deep.equal({
        data: { setStock: { onHand: 5, reserved: 4 } },
      });
    });
  });

  it('tells how many pieces of variants can be bought', async () => {
    await calls.hold('1', [{ sku: 'A', quantity: 4 }]);
    const { data } = await stock.graphql('{ product(id: "1") { variants { available } } }');
    expect(data).to.deep.equal({ product: { variants: [{ available: 6 }, { available: 10 }, { available: null }] } });
  });
}
