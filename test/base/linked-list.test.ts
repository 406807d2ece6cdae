import { expect } from 'chai';
import fc from 'fast-check';
import { type Linked, LinkedList } from '#base';

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
        expect([...list].map(({ name }) => name)).to.deep.equal([...model].map(({ name }) => name));
        expect(list.size).to.equal(model.size);
        for (const item of items.filter((each) => !model.has(each)))
          expect([item.before, item.after]).to.deep.equal([undefined, undefined]);
      }),
    );
  });

  it('goes on to the next item when the current one is removed', () => {
    const items = [1, 2, 3].map((name): Item => ({ name, before: undefined, after: undefined }));
    const list = new LinkedList<Item>();
    for (const item of items) list.append(item);
    const names: number[] = [];
    for (const item of list) {
      list.remove(item);
      names.push(item.name);
    }
    expect(names).to.deep.equal([1, 2, 3]);
  });
});
