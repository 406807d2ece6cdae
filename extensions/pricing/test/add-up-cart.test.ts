import { expect } from 'chai';
import fc from 'fast-check';
import { addUpCart, type PricedClaim, type PricedLine } from '../src/add-up-cart.ts';
import { addUpExactly } from './second-calculation.ts';

const rates = [0, 550, 700, 900, 1000, 1350, 1900, 2000, 2100, 2300];
const line = fc.record({
  sku: fc.constantFrom('A', 'B', 'C'),
  quantity: fc.integer({ min: 1, max: 99 }),
  unit: fc.oneof(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ max: 1_000_000, min: 1 }),
  ),
  rate: fc.constantFrom(...rates, null),
});
const claim = fc.oneof(
  fc.record({
    kind: fc.constantFrom('DELIVERY', 'FEE'),
    label: fc.constant('it'),
    amount: fc.integer({ min: 0, max: 5000 }),
    rate: fc.constantFrom(...rates, undefined, undefined, undefined, null),
  }),
  fc.record({
    kind: fc.constant('VOUCHER_PERCENT'),
    label: fc.constantFrom('one', 'two'),
    amount: fc.integer({ min: 0, max: 12_000 }),
    rate: fc.constant(undefined),
  }),
  fc.record({
    kind: fc.constant('VOUCHER_AMOUNT'),
    label: fc.constantFrom('three', 'four'),
    amount: fc.integer({ min: 0, max: 20_000 }),
    rate: fc.constant(undefined),
  }),
  fc.constant({ kind: 'FREE_DELIVERY', label: 'free', amount: 0, rate: undefined }),
);

describe('addUpCart', () => {
  it('agrees with a second calculation by fractions to the cent, in 10,000 carts', () => {
    const carts = fc.tuple(fc.array(line, { maxLength: 8 }), fc.array(claim, { maxLength: 5 }));
    fc.assert(
      fc.property(carts, ([lines, claims]) => {
        const totals = addUpCart(lines, claims);
        expect(totals).to.deep.equal(addUpExactly(lines, claims));
        // All is somewhere: lines make the total, and net and tax make it where each line has a rate.
        const paid = totals.lines.reduce((sum, { gross, reduction }) => sum + gross - reduction, 0);
        expect(paid + (totals.delivery ?? 0) + totals.fees).to.equal(totals.total);
        if (lines.length > 0 && [...lines, ...claims].every(({ rate }) => rate !== null))
          expect(totals.taxes.reduce((sum, { net, tax }) => sum + net + tax, 0)).to.equal(totals.total);
        expect(totals.lines.every(({ gross, reduction }) => reduction >= 0 && reduction <= gross)).to.equal(true);
      }),
      { numRuns: 10_000 },
    );
  });

  const tea: PricedLine = { sku: 'tea', quantity: 1, unit: 1000, rate: 1350 };
  const book: PricedLine = { sku: 'book', quantity: 2, unit: 1000, rate: 0 };
  const delivery: PricedClaim = { kind: 'DELIVERY', label: 'Parcel', amount: 490, rate: undefined };
  const cases: Readonly<Record<string, readonly [PricedLine[], PricedClaim[], object]>> = {
    'has no delivery before one is chosen': [[tea], [], { goods: 1000, delivery: null, total: 1000 }],
    'takes VAT from the total of a rate, half up': [
      [{ ...tea, unit: 3, quantity: 1, rate: 2000 }],
      [],
      { taxes: [{ rate: 2000, net: 2, tax: 1 }] },
    ],
    'splits delivery over the rates of the goods': [
      [tea, book],
      [delivery],
      {
        total: 3490,
        taxes: [
          { rate: 1350, net: 1025, tax: 138 },
          { rate: 0, net: 2327, tax: 0 },
        ],
      },
    ],
    'gives a claim with a class its own rate': [
      [book],
      [{ ...delivery, rate: 2300 }],
      {
        taxes: [
          { rate: 2300, net: 398, tax: 92 },
          { rate: 0, net: 2000, tax: 0 },
        ],
      },
    ],
    'takes percents before amounts, whatever comes first': [
      [tea],
      [
        { kind: 'VOUCHER_AMOUNT', label: 'five', amount: 500, rate: undefined },
        { kind: 'VOUCHER_PERCENT', label: 'tenth', amount: 1000, rate: undefined },
      ],
      {
        reduction: 600,
        reductions: [
          { label: 'tenth', amount: 100 },
          { label: 'five', amount: 500 },
        ],
        total: 400,
      },
    ],
    'takes no more than the goods cost': [
      [tea],
      [delivery, { kind: 'VOUCHER_AMOUNT', label: 'fifty', amount: 5000, rate: undefined }],
      {
        reduction: 1000,
        reductions: [{ label: 'fifty', amount: 1000 }],
        total: 490,
        taxes: [{ rate: 1350, net: 432, tax: 58 }],
      },
    ],
    'sends for nothing': [
      [tea],
      [delivery, { kind: 'FREE_DELIVERY', label: 'free', amount: 0, rate: undefined }],
      { reductions: [{ label: 'free', amount: 0 }], delivery: 0, total: 1000 },
    ],
    'adds up an empty cart': [[], [], { goods: 0, total: 0, taxes: [], lines: [] }],
  };
  for (const [name, [lines, claims, expected]] of Object.entries(cases))
    it(name, () => expect(addUpCart(lines, claims)).to.deep.include(expected));
});
