import { expect } from 'chai';
import fc from 'fast-check';
import { type Ordered, orderHandlers } from '../../src/extensions/read-handlers.ts';

// Prerequisites point to names earlier in the list, and chains follow the list, so that there is no circle.
const acyclic: fc.Arbitrary<Ordered[]> = fc
  .uniqueArray(fc.stringMatching(/^[a-zA-Z0-9_-]{1,4}$/), { maxLength: 12 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name, index) =>
        fc.subarray(names.slice(0, index)).map((prerequisites) => ({ name, prerequisites })),
      ),
    ),
  );

const shuffled = acyclic.chain((handlers) =>
  fc.shuffledSubarray(handlers, { minLength: handlers.length }).map((other) => ({ handlers, other })),
);

const any: fc.Arbitrary<Ordered[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.subarray(names).map((prerequisites) => ({ name, prerequisites })))),
  );

describe('orderHandlers', () => {
  it('puts every prerequisite before what waits for it, and chains in their order', () => {
    fc.assert(
      fc.property(acyclic, (handlers) => {
        const { ordered, cycles } = orderHandlers(handlers);
        const position = new Map(ordered.map(({ name }, index) => [name, index]));
        expect(cycles).to.deep.equal([]);
        expect(ordered).to.have.members(handlers);
        for (const { name, prerequisites } of handlers) {
          const chain = [...prerequisites, name].map((each) => position.get(each) ?? -1);
          expect(chain).to.deep.equal(chain.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('does not depend on the order of the listing', () => {
    fc.assert(
      fc.property(shuffled, ({ handlers, other }) => {
        expect(orderHandlers(other).ordered).to.deep.equal(orderHandlers(handlers).ordered);
      }),
    );
  });

  it('takes the first by name of those that are ready', () => {
    fc.assert(
      fc.property(acyclic, (handlers) => {
        const { ordered } = orderHandlers(handlers);
        for (const [index, next] of ordered.slice(1).entries()) {
          const current = ordered[index];
          if (current === undefined || current.name < next.name) continue;
          // A later name runs first only because the earlier one was waiting for it.
          const waited = handlers.some(({ name, prerequisites }) => {
            const chain = [...prerequisites, name];
            return chain.indexOf(next.name) > 0 && chain[chain.indexOf(next.name) - 1] === current.name;
          });
          expect(waited).to.equal(true);
        }
      }),
    );
  });

  it('ends for any handlers, with each one either ordered or in one circle', () => {
    fc.assert(
      fc.property(any, (handlers) => {
        const { ordered, cycles } = orderHandlers(handlers);
        const names = [...ordered.map(({ name }) => name), ...cycles.flat()];
        expect(names).to.have.members(handlers.map(({ name }) => name));
        expect(new Set(names).size).to.equal(names.length);
      }),
    );
  });
});
