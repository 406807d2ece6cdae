import { expect } from 'chai';
import fc from 'fast-check';
import { type Linked, LinkedList } from '../../src/base/linked-list.ts';

interface Item extends Linked<Item> {
  readonly name: number;
}

describe('a linked list', () => {
  it('keeps the order in which items came, whichever leave, as a Set does', () => {
    const steps = fc.array(fc.record({ joins: fc.boolean(), name: fc.nat(9) }));
    fc.assert(
      fc.property(steps, (all) => {
        const items = Array.from({ length: 10 }, (_, name): Item => ({ name, before: undefined, after: undefined }));
        const list = new LinkedList<Item>();
        const model = new Set<Item>();
        for (const { joins, name } of all) {
          const item = items[name];
          if (item === undefined || (joins && model.has(item))) continue;
          if (joins) list.append(item);
          else list.remove(item);
          if (joins) model.add(item);
          else model.delete(item);
        }
        expect(namesOf(list)).to.deep.equal([...model].map(({ name }) => name));
        expect(list.size).to.equal(model.size);
      }),
    );
  });
});

function namesOf({ first }: LinkedList<Item>): readonly number[] {
  const names: number[] = [];
  for (let item = first; item !== undefined; item = item.after) names.push(item.name);
  return names;
}
