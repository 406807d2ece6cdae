import { expect } from 'chai';
import type { ExecutionResult } from 'graphql';
import type { Context } from '#extension-api';
import { type ShopExtension, type StitchedShop, stitchedShop } from '../../support/stitched-shop.ts';

const never = new Promise<never>(() => undefined);

interface Asked {
  readonly shop: StitchedShop;
  /** Resolvers of `slow` that have been called. */
  readonly called: string[];
  readonly signals: AbortSignal[];
  /** The answer of a late call. */
  readonly late: PromiseWithResolvers<string>;
}

function slowShop(): Asked {
  const called: string[] = [];
  const signals: AbortSignal[] = [];
  const late = Promise.withResolvers<string>();
  const note = (name: string, { signal }: Context): void => {
    called.push(name);
    signals.push(signal);
  };
  const items: ShopExtension = {
    sdl: `type Item @key(fields: "id") { id: ID! name: String! }
      type Query { items: [Item!]! } type Mutation { first: String }`,
    resolvers: {
      Query: { items: () => ['1', '2', '3'].map((id) => ({ id, name: `name ${id}` })) },
      Item: { __resolveReference: ({ id }: { readonly id: string }) => ({ id, name: `name ${id}` }) },
      Mutation: { first: async () => 'first' },
    },
  };
  const slow: ShopExtension = {
    sdl: `extend type Item { some: String all: String! inList: [String] kind: Kind lazy: Lazy }
      type Lazy @key(fields: "id") { id: ID! word: String }
      type Idle @key(fields: "id") { id: ID! word: String }
      interface Kind { word: String } type Good implements Kind { word: String }
      extend type Query { hangs: String entity: Lazy }
      extend type Mutation { hanging: String second: String }`,
    resolvers: {
      Item: {
        some: ({ id }: { readonly id: string }, _args: unknown, context: Context) => {
          note(`some ${id}`, context);
          return id === '2' ? late.promise : Promise.resolve(`some ${id}`);
        },
        all: {
          batch: (_items: unknown, _args: unknown, context: Context) => {
            note('all', context);
            return never;
          },
        },
        inList: ({ id }: { readonly id: string }) => ['a', id === '1' ? never : 'b', Promise.resolve('c')],
        kind: () => ({ word: 'good' }),
      },
      Kind: { __resolveType: () => never },
      Lazy: { __resolveReference: () => never },
      Idle: { __resolveReference: { batch: () => never } },
      Query: { hangs: () => never },
      Mutation: {
        hanging: () => never,
        second: (_root: unknown, _args: unknown, { signal }: Context) => Promise.resolve(`aborted: ${signal.aborted}`),
      },
    },
  };
  const other: ShopExtension = {
    sdl: `extend type Query { lazy: Lazy idle: Idle } extend type Lazy { other: String }
      extend type Idle { other: String }`,
    resolvers: {
      Query: { lazy: () => ({ id: '1' }), idle: () => ({ id: '1' }) },
      Lazy: { other: () => 'other' },
      Idle: { other: () => 'other' },
    },
  };
  return { shop: stitchedShop({ items, slow, other }, { timeoutMs: 30 }), called, signals, late };
}

function errorsOf({ errors = [] }: ExecutionResult): readonly string[] {
  return errors
    .map(({ path, extensions }) => `${path?.join('.')} ${extensions.code} ${extensions.extension}`)
    .toSorted();
}

/** Data with plain prototypes. */
function dataOf({ data }: ExecutionResult): unknown {
  return JSON.parse(JSON.stringify(data));
}

describe('a planned call that takes too long', () => {
  it('is null with an error in its own place, once, and what the others answered stays', async () => {
    const { shop, called } = slowShop();
    const result = await shop.run('{ items { name some } }');
    expect(dataOf(result)).to.deep.equal({
      items: [
        { name: 'name 1', some: 'some 1' },
        { name: 'name 2', some: null },
        { name: 'name 3', some: 'some 3' },
      ],
    });
    expect(errorsOf(result)).to.deep.equal(['items.1.some EXTENSION_TIMEOUT slow']);
    expect(called).to.deep.equal(['some 1', 'some 2', 'some 3']);
  });

  it('has its signal aborted, with the reason', async () => {
    const { shop, signals } = slowShop();
    await shop.run('{ items { some } }');
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, true, true]);
    expect(signals[0]?.reason).to.have.property('code', 'EXTENSION_TIMEOUT');
  });

  it('is nobody’s any longer when it answers after all', async () => {
    const { shop, late } = slowShop();
    const result = await shop.run('{ items { some } }');
    late.resolve('too late');
    await late.promise;
    expect(dataOf(result)).to.have.nested.property('items[1].some', null);
  });

  it('counts as one without an answer, also when a batch answers after all', async () => {
    const answers: PromiseWithResolvers<readonly string[]>[] = [];
    const batch = (): Promise<readonly string[]> => {
      const answer = Promise.withResolvers<readonly string[]>();
      answers.push(answer);
      return answer.promise;
    };
    const sdl = 'type Query { items: [Item!]! } type Item @key(fields: "id") { id: ID! }';
    const shop = stitchedShop(
      {
        items: {
          sdl,
          resolvers: { Query: { items: () => [{ id: '1' }] }, Item: { __resolveReference: (key: object) => key } },
        },
        slow: { sdl: 'extend type Item { word: String }', resolvers: { Item: { word: { batch } } } },
      },
      { timeoutMs: 20, failures: 2 },
    );
    const codes: unknown[] = [];
    for (let run = 0; run < 3; run++) {
      const { errors = [] } = await shop.run('{ items { word } }');
      codes.push(...errors.map(({ extensions }) => extensions.code));
      answers[run]?.resolve(['late']);
      await answers[run]?.promise;
    }
    expect(codes).to.deep.equal(['EXTENSION_TIMEOUT', 'EXTENSION_TIMEOUT', 'EXTENSION_UNAVAILABLE']);
  });

  it('takes along what a null takes along, as a batch', async () => {
    const { shop } = slowShop();
    const result = await shop.run('{ items { name all } }');
    expect(dataOf(result)).to.deep.equal(null);
    expect(errorsOf(result)[0]).to.equal('items.0.all EXTENSION_TIMEOUT slow');
  });

  it('leaves an error in the list in which its promise lies', async () => {
    const { shop } = slowShop();
    const result = await shop.run('{ items { inList } }');
    expect(dataOf(result)).to.have.nested.property('items[1].inList').that.deep.equals(['a', 'b', 'c']);
    expect(errorsOf(result)).to.deep.equal(['items.0.inList.1 EXTENSION_TIMEOUT slow']);
  });

  it('leaves an object without a type null', async () => {
    const { shop } = slowShop();
    const result = await shop.run('{ items { name kind { word } } }');
    expect(dataOf(result)).to.have.nested.property('items[0]').that.deep.equals({ name: 'name 1', kind: null });
    expect(errorsOf(result)).to.include('items.0.kind EXTENSION_TIMEOUT slow');
  });

  it('leaves the fields of an entity null, and its neighbours’ fields whole', async () => {
    const { shop } = slowShop();
    const result = await shop.run('{ lazy { word other } }');
    expect(dataOf(result)).to.deep.equal({ lazy: { word: null, other: 'other' } });
    expect(result.errors?.map(({ extensions }) => extensions.code)).to.deep.equal(['EXTENSION_TIMEOUT']);
  });

  it('leaves the fields of an entity null that a batch finds, too', async () => {
    const { shop } = slowShop();
    const result = await shop.run('{ idle { word other } }');
    expect(dataOf(result)).to.deep.equal({ idle: { word: null, other: 'other' } });
    expect(result.errors?.map(({ extensions }) => extensions.code)).to.deep.equal(['EXTENSION_TIMEOUT']);
  });

  it('lets the next field of a mutation run, with a signal that is not aborted', async () => {
    const { shop } = slowShop();
    const result = await shop.run('mutation { first hanging second }');
    expect(dataOf(result)).to.deep.equal({ first: 'first', hanging: null, second: 'aborted: false' });
    expect(errorsOf(result)).to.deep.equal(['hanging EXTENSION_TIMEOUT slow']);
  });
});
