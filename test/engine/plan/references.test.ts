import { expect } from 'chai';
import { GraphQLError, parse } from 'graphql';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

type Json = Readonly<Record<string, unknown>>;
type Find = (key: Json) => unknown;

const refuse: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new GraphQLError('no such thing');
  },
  rejects: () => Promise.reject(new GraphQLError('no such thing')),
  'returns an Error': () => new GraphQLError('no such thing'),
};

/** One extension owns things. The other one adds fields, and gets references. */
function shopOf(reference: object | Find): Readonly<Record<string, ShopExtension>> {
  return {
    things: {
      sdl: `type Query { good: Thing bad: Thing things: [Thing] grid: [[Thing!]] must: [Thing!] }
        type Thing @key(fields: "id") { id: ID! }`,
      resolvers: {
        Thing: { __resolveReference: (key: Json) => key },
        Query: {
          good: () => ({ id: '1' }),
          bad: () => ({ id: '2' }),
          things: () => [{ id: '1' }, { id: '2' }, null, { id: '2' }],
          grid: () => [[{ id: '1' }], null, [{ id: '1' }, { id: '2' }]],
          must: () => [{ id: '1' }, { id: '2' }],
        },
      },
    },
    more: {
      sdl: 'extend type Thing { extra: String count: Int tags: [String] sure: Int! }',
      resolvers: {
        Thing: {
          __resolveReference: reference,
          extra: ({ id }: Json) => `extra ${String(id)}`,
          count: () => 1,
          tags: () => ['a'],
          sure: () => 2,
        },
      },
    },
  };
}

function find(how: () => unknown): Find {
  return (key) => (key.id === '2' ? how() : key);
}

/** A batch reports the failure of one object with an Error in its place. */
function batched(key: Json): unknown {
  return key.id === '2' ? new GraphQLError('no such thing') : key;
}

const references: Readonly<Record<string, object | Find>> = {
  ...Object.fromEntries(Object.entries(refuse).map(([how, refused]) => [how, find(refused)])),
  'returns an Error in a batch': { batch: (keys: readonly Json[]) => keys.map(batched) },
  'rejects one of a batch': {
    batch: (keys: readonly Json[]) =>
      keys.map(async (key) => {
        const found = batched(key);
        if (found instanceof Error) throw found;
        return found;
      }),
  },
};

for (const [tier, options] of Object.entries(plannedTiers)) {
  const ask = async (reference: object | Find, query: string) => {
    const shop = stitchedShop(shopOf(reference), options);
    await shop.run(parse(query));
    const { data, errors = [] } = await shop.run(parse(query));
    const seen = errors.map(({ message, path, locations, extensions }) => {
      const [{ line, column } = { line: 0, column: 0 }] = locations ?? [];
      return `${path?.join('.')} ${line}:${column} ${message} (${String(extensions.extension)})`;
    });
    return { data: JSON.parse(JSON.stringify(data)), errors: seen.toSorted(), log: shop.log };
  };

  for (const [how, reference] of Object.entries(references))
    describe(`a __resolveReference that ${how}, in ${tier}`, () => {
      it('has an error at each field that became null', async () => {
        const { data, errors } = await ask(reference, '{ good { id extra }\nbad { extra id number: count tags } }');
        expect(data).to.deep.equal({
          good: { id: '1', extra: 'extra 1' },
          bad: { extra: null, id: '2', number: null, tags: null },
        });
        expect(errors).to.deep.equal([
          'bad.extra 2:7 no such thing (more)',
          'bad.number 2:16 no such thing (more)',
          'bad.tags 2:30 no such thing (more)',
        ]);
      });

      it('has an error at each item of a list', async () => {
        const { data, errors } = await ask(reference, '{ things { extra } grid { extra } }');
        const [one, none] = [{ extra: 'extra 1' }, { extra: null }];
        expect(data).to.deep.equal({ things: [one, none, null, none], grid: [[one], null, [one, none]] });
        expect(errors).to.deep.equal([
          'grid.2.1.extra 1:27 no such thing (more)',
          'things.1.extra 1:12 no such thing (more)',
          'things.3.extra 1:12 no such thing (more)',
        ]);
      });

      it('takes along what must not be null, by the name of the field', async () => {
        const { data, errors } = await ask(reference, '{ must { sure } things { sure } }');
        expect(data).to.deep.equal({ must: null, things: [{ sure: 2 }, null, null, null] });
        expect(errors).to.deep.equal([
          'must.1.sure 1:10 no such thing (more)',
          'things.1.sure 1:26 no such thing (more)',
          'things.3.sure 1:26 no such thing (more)',
        ]);
      });
    });

  describe(`a __resolveReference that has a bug, in ${tier}`, () => {
    it('is logged once for each object, and answered at each field with the line’s id', async () => {
      const { errors, log } = await ask(
        find(() => {
          throw new Error('secret');
        }),
        '{ bad { extra count } }',
      );
      expect(errors).to.deep.equal([
        'bad.count 1:15 Internal server error (more)',
        'bad.extra 1:9 Internal server error (more)',
      ]);
      // Two runs.
      expect(log.events('resolver failed')).to.have.length(2);
    });
  });

  describe(`a __resolveReference that answers no object, in ${tier}`, () => {
    it('leaves null without an error where it finds nothing', async () => {
      const { data, errors } = await ask(
        find(() => null),
        '{ bad { id extra } things { extra } }',
      );
      const things = [{ extra: 'extra 1' }, { extra: null }, null, { extra: null }];
      expect({ data, errors }).to.deep.equal({ data: { bad: { id: '2', extra: null }, things }, errors: [] });
    });

    it('has an error at each field where it answers no object', async () => {
      const { data, errors } = await ask(
        find(() => 5),
        '{ bad { extra count } }',
      );
      expect(data).to.deep.equal({ bad: { extra: null, count: null } });
      expect(errors).to.deep.equal([
        'bad.count 1:15 Internal server error (more)',
        'bad.extra 1:9 Internal server error (more)',
      ]);
    });
  });

  describe(`a request that is given up before it begins, in ${tier}`, () => {
    it('has an error at each root field, and calls nothing', async () => {
      const shop = stitchedShop(
        shopOf((key: Json) => key),
        options,
      );
      const { data, errors = [] } = await shop.run('{ good { extra } things { id } }', { signal: AbortSignal.abort() });
      expect(JSON.parse(JSON.stringify(data))).to.deep.equal({ good: null, things: null });
      expect(errors.map(({ path, extensions }) => [path, extensions.code])).to.deep.equal([
        [['good'], 'TIMEOUT'],
        [['things'], 'TIMEOUT'],
      ]);
      expect(shop.calls).to.deep.equal([]);
    });
  });

  describe(`a whole batch of references that fails, in ${tier}`, () => {
    it('has an error at each field of each object', async () => {
      const batch = async (): Promise<never> => {
        throw new GraphQLError('no such thing');
      };
      const { errors } = await ask({ batch }, '{ things { extra count } }');
      expect(errors).to.deep.equal([
        'things.0.count 1:18 no such thing (more)',
        'things.0.extra 1:12 no such thing (more)',
        'things.1.count 1:18 no such thing (more)',
        'things.1.extra 1:12 no such thing (more)',
        'things.3.count 1:18 no such thing (more)',
        'things.3.extra 1:12 no such thing (more)',
      ]);
    });
  });
}
