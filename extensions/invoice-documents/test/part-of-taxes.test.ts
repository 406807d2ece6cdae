import { expect } from 'chai';
import fc from 'fast-check';
import { partOfTaxes } from '../src/part-of-taxes.ts';

const tax = fc.record({
  rate: fc.constantFrom(0, 700, 1900),
  net: fc.integer({ min: 0, max: 500_000 }),
  tax: fc.integer({ min: 0, max: 95_000 }),
});

describe('partOfTaxes', () => {
  it('agrees with a second calculation by whole fractions to the cent, in 10,000 orders paid back in parts', () => {
    const orders = fc.tuple(
      fc.array(tax, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(orders, ([taxes, cuts]) => {
        const total = taxes.reduce((sum, each) => sum + each.net + each.tax, 0);
        fc.pre(total > 0);
        const steps = [0, ...cuts.map((cut) => cut % total).sort((one, other) => one - other), total];
        const parts = steps.slice(1).map((to, index) => {
          const from = steps[index] ?? 0;
          const part = partOfTaxes(taxes, { total, from, to });
          expect(part.reduce((sum, each) => sum + each.net + each.tax, 0)).to.equal(to - from);
          const halfUp = (amount: number, at: number) =>
            Number((BigInt(2 * amount) * BigInt(at) + BigInt(total)) / BigInt(2 * total));
          expect(part.map((each) => each.tax)).to.deep.equal(
            taxes.map((each) => halfUp(each.tax, to) - halfUp(each.tax, from)),
          );
          return part;
        });
        const whole = taxes.map(({ rate }, place) => ({
          rate,
          net: parts.reduce((sum, part) => sum + (part[place]?.net ?? 0), 0),
          tax: parts.reduce((sum, part) => sum + (part[place]?.tax ?? 0), 0),
        }));
        expect(whole).to.deep.equal(taxes);
      }),
      { numRuns: 10_000 },
    );
  });
});
