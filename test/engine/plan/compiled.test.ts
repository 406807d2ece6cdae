import { expect } from 'chai';
import { parse } from 'graphql';
import { tiers } from '../../../src/engine/plan/operation-plan.ts';
import { plain, stitchedShop } from '../../support/stitched-shop.ts';

const sdl = `
  type Query { things: [Thing] asked: [Thing!] }
  type Thing { id: ID! name: String size: Int price: Float isNew: Boolean! tags: [String!] grid: [[Int]] inner: Thing asked: String inners: [Thing!] }
`;

const usual = { id: 'a', name: 'A', size: 1, price: 1.5, isNew: true, tags: ['x'], grid: [[1, null]], inner: null };

/** The second of two objects: wrong, or only unusual. */
const situations: Readonly<Record<string, () => unknown>> = {
  'is like the other': () => ({ ...usual, inner: usual }),
  'is null': () => null,
  'is undefined': () => undefined,
  'is an Error': () => new Error('no thing'),
  'is a function': () => () => usual,
  'is text': () => 'text',
  'is a promise': () => Promise.resolve(usual),
  'is a promise that rejects': () => Promise.reject(new Error('late')),
  'is of a class': () => new Sized(),
  'has no prototype': () => Object.assign(Object.create(null), usual),
  'has a getter that throws': () => ({
    ...usual,
    get name() {
      throw new Error('no name');
    },
  }),
  'has a getter that throws further down': () => ({
    ...usual,
    inner: {
      ...usual,
      get size() {
        throw new Error('no size');
      },
    },
  }),
  'has methods': () => ({ ...usual, name: () => 'called', tags: () => ['called'], inner: () => usual }),
  'has methods that throw': () => ({
    ...usual,
    isNew: () => {
      throw new Error('never new');
    },
  }),
  'has promises': () => ({
    ...usual,
    name: Promise.resolve('later'),
    tags: [Promise.resolve('later')],
    inner: Promise.resolve(usual),
  }),
  'lacks what may be null': () => ({ id: 'b', isNew: false }),
  'lacks what may not be null': () => ({ ...usual, isNew: undefined }),
  'has a number for an ID': () => ({ ...usual, id: 7 }),
  'has numbers that are written otherwise': () => ({ ...usual, size: -0, price: -0 }),
  'has a number that does not fit': () => ({ ...usual, size: 2 ** 31, price: Number.NaN }),
  'has text for a number': () => ({ ...usual, size: '3' }),
  'has a Date for text': () => ({ ...usual, name: new Date(0) }),
  'has an Error for a leaf': () => ({ ...usual, name: new Error('no name') }),
  'has a null in a list that takes none': () => ({ ...usual, tags: ['x', null] }),
  'has a hole in a list': () => ({ ...usual, grid: [new Array(2)] }),
  'has a Set for a list': () => ({ ...usual, tags: new Set(['x', 'y']) }),
  'has one thing for a list': () => ({ ...usual, inners: usual }),
  'has an object in which something is wrong in a list': () => ({ ...usual, inners: [usual, { ...usual, id: null }] }),
};

class Sized {
  readonly #size = 4;
  readonly id = 'class';
  readonly isNew = false;

  get size(): number {
    return this.#size;
  }

  name(): string {
    return `size ${this.#size}`;
  }
}

describe('a compiled plan compared with one schema on graphql-js', () => {
  for (const [situation, odd] of Object.entries(situations)) {
    for (const query of [
      '{ things { id name size price isNew tags grid } }',
      '{ things { constructor: id toJSON: name __defineGetter__: size isNew inner { valueOf: size name inners { id } } } }',
      '{ things { id name asked inners { asked isNew } inner { tags asked } } }',
      '{ asked { id isNew tags inners { name grid } } }',
    ]) {
      it(`answers alike when an object ${situation}: ${query}`, async () => {
        const shop = stitchedShop(
          {
            one: {
              sdl,
              resolvers: {
                Query: { things: () => [usual, odd()], asked: () => Promise.resolve([Promise.resolve(usual), odd()]) },
                Thing: {
                  asked: { batch: (things: readonly { name: unknown }[]) => things.map((thing) => typeof thing) },
                },
              },
            },
          },
          { compileAt: 2 },
        );
        const expected = plain(await shop.runMerged(query));
        const document = parse(query);
        for (let round = 0; round < 4; round++) {
          const actual = plain(await shop.run(document));
          // As text, so that the order of the keys counts too.
          expect(JSON.stringify(actual), `round ${round}`).to.equal(JSON.stringify(expected));
        }
        const plan = shop.gateway.plans?.explain({ document });
        expect(plan).to.have.property('tier', tiers.compiled);
      });
    }
  }

  it('asks Query for each of several objects that lead to it', async () => {
    const resolvers = { Query: { items: () => [{}, {}, {}], n: () => 4 }, Item: { query: () => ({}) } };
    const tree = 'type Query { items: [Item!]! n: Int } type Item { query: Query }';
    const shop = stitchedShop({ one: { sdl: tree, resolvers } }, { compileAt: 2 });
    const document = parse('{ items { query { n items { query { n } } } } }');
    const expected = plain(await shop.runMerged('{ items { query { n items { query { n } } } } }'));
    for (let round = 0; round < 3; round++) expect(plain(await shop.run(document))).to.deep.equal(expected);
  });

  it('gives plain objects', async () => {
    const shop = stitchedShop({ one: { sdl, resolvers: { Query: { things: () => [usual] } } } }, { compileAt: 1 });
    const { data } = await shop.run('{ things { id inner { id } } }');
    expect(data).to.deep.equal({ things: [{ id: 'a', inner: null }] });
    const [thing] = Object.values(data ?? {}).flat();
    expect(Object.getPrototypeOf(thing)).to.equal(Object.prototype);
    expect(Object.keys(Object(thing))).to.deep.equal(['id', 'inner']);
  });
});
