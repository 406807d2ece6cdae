import { expect } from 'chai';
import { GraphQLError, type GraphQLResolveInfo, parse } from 'graphql';
import { defaultCompileAt, type UncachedDocument } from '../../../src/engine/run/plan-cache.ts';
import { type ShopExtension, type StitchedShop, stitchedShop } from '../../support/stitched-shop.ts';

type Json = Readonly<Record<string, unknown>>;

/** One extension with these types and resolvers. */
function shopOf(sdl: string, resolvers: ShopExtension['resolvers'] = {}): StitchedShop {
  return stitchedShop({ one: { sdl, resolvers } });
}

describe('the tiers of a plan', () => {
  const shop = shopOf('type Query { list: [Thing!]! } type Thing { id: ID! name: String size: Int! inner: Thing }', {
    Query: { list: () => [{ id: 'a', name: 'A', size: 1, inner: { id: 'b', size: 2 } }, odd] },
  });
  let odd: Json = { id: 'c', size: 3 };
  const document = parse('{ list { id key: name size inner { __typename id } } }');

  it('are a plan of closures first, and code of its own once it is in use, with the same answers', async () => {
    const tierAfter = async (runs: number): Promise<string | undefined> => {
      for (let run = 0; run < runs; run++) await shop.run(document);
      const plan = shop.gateway.plans?.explain({ document });
      return typeof plan === 'object' && 'tier' in plan ? plan.tier : undefined;
    };
    expect(await tierAfter(defaultCompileAt - 1)).to.equal('interpreted plan');
    const before = await shop.run(document);
    expect(await tierAfter(1)).to.equal('compiled plan');
    const after = await shop.same('{ list { id key: name size inner { __typename id } } }');
    expect(JSON.stringify(await shop.run(document))).to.equal(JSON.stringify(before));
    expect(JSON.stringify(after)).to.equal(JSON.stringify(before));
  });

  it('answer alike when the data goes wrong later', async () => {
    for (const wrong of [{ id: 'c', size: 'big' }, { id: 'c' }, { id: Promise.resolve('c'), size: () => 4 }]) {
      odd = wrong;
      await shop.run(document);
      await shop.same('{ list { id key: name size inner { __typename id } } }');
    }
    odd = { id: 'c', size: 3 };
  });
});

describe('the plan of a document that nobody keeps', () => {
  it('is kept by nobody either', async () => {
    const shop = shopOf('type Query { a: Int }', { Query: { a: () => 1 } });
    const document = parse('{ a }');
    const passing: UncachedDocument = { ...parse('{ b: a }'), passing: true };
    for (let run = 0; run < 3; run++) await shop.run(document);
    expect(shop.gateway.plans?.made.planned).to.equal(1);
    for (let run = 0; run < 3; run++) expect((await shop.run(passing)).data).to.deep.equal({ b: 1 });
    expect(shop.gateway.plans?.made.planned).to.equal(4);
  });
});

describe('variants of a plan', () => {
  const names = ['p', 'q', 'r', 's', 't'];
  const fields = names.map((name) => `${name}: a @include(if: $${name})`).join(' ');
  const text = `query (${names.map((name) => `$${name}: Boolean!`).join(', ')}) { b ${fields} }`;
  const variant = (bits: number): Record<string, boolean> =>
    Object.fromEntries(names.map((name, index) => [name, (bits & (1 << index)) !== 0]));

  it('are made for each outcome of @skip and @include, however many there are', async () => {
    const shop = shopOf('type Query { a: Int b: Int }', { Query: { a: () => 1, b: () => 2 } });
    const document = parse(text);
    for (let bits = 0; bits < 32; bits++) {
      const variables = variant(bits);
      const { data } = await shop.run(document, { variables });
      const wanted = names.filter((name) => variables[name]).map((name) => [name, 1]);
      expect(data).to.deep.equal({ b: 2, ...Object.fromEntries(wanted) });
    }
    expect(shop.gateway.plans.made.planned).to.equal(32);
  });

  it('are sixteen at most: the one that was used least recently is made anew', async () => {
    const shop = shopOf('type Query { a: Int b: Int }', { Query: { a: () => 1, b: () => 2 } });
    const document = parse(text);
    const planned = async (bits: number): Promise<number> => {
      await shop.run(document, { variables: variant(bits) });
      return shop.gateway.plans.made.planned;
    };
    for (let bits = 0; bits < 16; bits++) await planned(bits);
    expect(await planned(0), 'is kept').to.equal(16);
    expect(await planned(16), 'takes the place of 1').to.equal(17);
    expect(await planned(0), 'was used recently').to.equal(17);
    expect(await planned(1), 'is made anew').to.equal(18);
  });
});

describe('what a plan gives to resolvers', () => {
  it('are arguments that they may change', async () => {
    const seen: unknown[] = [];
    const shop = shopOf('input In { list: [Int!] } type Query { all: [Row] } type Row { x(n: Int = 1, in: In): Int }', {
      Query: { all: () => [{}, {}] },
      Row: {
        x: (_: unknown, args: { n: number; in: { list: number[] } }) => {
          seen.push(JSON.stringify(args));
          args.n = 99;
          args.in.list.push(99);
          return 1;
        },
      },
    });
    const document = parse('{ all { x(in: { list: [1] }) } }');
    await shop.run(document);
    await shop.run(document);
    expect(seen).to.deep.equal(Array(4).fill('{"n":1,"in":{"list":[1]}}'));
  });

  it('is an info with the path, also behind a hop', async () => {
    const paths: string[] = [];
    const text = (path: GraphQLResolveInfo['path'] | undefined): string =>
      path === undefined ? '' : `${text(path.prev)}/${path.key}`;
    const shop = stitchedShop({
      one: {
        sdl: 'type T @key(fields: "id") { id: ID! } type Query { rows: [[T]] }',
        resolvers: {
          Query: { rows: () => [null, [{ id: '1' }, null, { id: '2' }]] },
          T: { __resolveReference: () => null },
        },
      },
      two: {
        sdl: 'extend type T { x(a: Int): String }',
        resolvers: {
          T: {
            x: (_: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) => {
              paths.push(text(info.path));
              const { fieldName, parentType, returnType, operation, fieldNodes, variableValues } = info;
              const node = fieldNodes[0]?.alias?.value;
              return [
                fieldName,
                parentType,
                returnType,
                operation.name?.value,
                node,
                JSON.stringify([args, variableValues]),
              ].join(' ');
            },
          },
        },
      },
    });
    const { data } = await shop.run('query Q($a: Int) { rows { y: x(a: $a) } }', { variables: { a: 3 } });
    expect(JSON.stringify(data)).to.include('x T String Q y [{\\"a\\":3},{\\"a\\":3}]');
    expect(paths).to.deep.equal(['/rows/1/0/y', '/rows/1/2/y']);
  });

  it('are the rows that a list had when it was answered', async () => {
    const rows = [{ id: '1' }, { id: '2' }];
    const shop = shopOf('type Query { rows: [Row!]! } type Row { id: ID! late: String }', {
      Query: { rows: () => rows },
      Row: {
        late: async ({ id }: { id: string }) => {
          rows.splice(0, 2, { id: '9' });
          return `late ${id}`;
        },
      },
    });
    const { data } = await shop.run('{ rows { id late } }');
    expect(data).to.deep.equal({
      rows: [
        { id: '1', late: 'late 1' },
        { id: '2', late: 'late 2' },
      ],
    });
  });
});

describe('a plan in which something goes wrong', () => {
  it('runs each resolver once, and those of a mutation in order until one takes all along', async () => {
    const ran: string[] = [];
    const shop = shopOf(
      'type Query { q: Int } type Mutation { may(n: Int): Row must(n: Int): Int! } type Row { x: Int! }',
      {
        Mutation: {
          may: (_: unknown, { n }: { n: number }) => {
            ran.push(`may ${n}`);
            return { x: n === 1 ? null : n };
          },
          must: (_: unknown, { n }: { n: number }) => {
            ran.push(`must ${n}`);
            if (n > 5) throw new GraphQLError('too much');
            return n;
          },
        },
      },
    );
    await shop.same('mutation { a: may(n: 1) { x } b: may(n: 2) { x } c: must(n: 3) d: must(n: 6) e: must(n: 4) }');
    const once = ['may 1', 'may 2', 'must 3', 'must 6'];
    expect(ran).to.deep.equal([...once, ...once]);
  });

  it('logs every bug, also those that the answer has no room for', async () => {
    const bug = (name: string) => () => {
      throw new Error(name);
    };
    const shop = shopOf('type Query { row: Row } type Row { a: Int! b: Int! c: Int }', {
      Query: { row: () => ({}) },
      Row: { a: bug('first'), b: bug('second'), c: bug('third') },
    });
    const { data, errors } = await shop.run('{ row { a b c } }');
    expect(data).to.deep.equal({ row: null });
    expect(errors).to.have.length(1);
    const logged = shop.log.events('resolver failed').map(({ error }) => error);
    expect(logged).to.have.members(['first', 'second', 'third']).and.have.length(3);
  });

  it('reports an error that names its own path in addition to the others', async () => {
    const shop = shopOf('type Query { a: Int b: Int }', {
      Query: {
        a: () => {
          throw new GraphQLError('elsewhere', { path: ['somewhere', 'else'] });
        },
        b: () => 2,
      },
    });
    const { data, errors } = await shop.run('{ a b }');
    expect(JSON.parse(JSON.stringify(data))).to.deep.equal({ a: null, b: 2 });
    expect(errors?.map(({ message, path }) => [message, path])).to.deep.equal([['elsewhere', ['somewhere', 'else']]]);
  });
});

describe('batches that answer an array that lacks items', () => {
  const holes = (rows: readonly { readonly id: string }[]): unknown[] => {
    const answer = new Array(rows.length);
    for (const [index, { id }] of rows.entries()) if (id !== '1') answer[index] = { id, n: 1, t: { id } };
    return answer;
  };
  const shop = stitchedShop({
    one: {
      sdl: 'type Query { rows: [Row] } type Row { id: ID! may: Row must: Row! n: Int }',
      resolvers: {
        Query: { rows: () => [{ id: '1' }, { id: '2' }] },
        Row: { may: { batch: holes }, must: { batch: holes } },
      },
    },
    two: {
      sdl: 'type T @key(fields: "id") { id: ID! n: Int } extend type Query { two: Int }',
      resolvers: { T: { __resolveReference: { batch: holes } }, Query: { two: () => 2 } },
    },
    three: {
      sdl: 'extend type Query { ts: [T] }',
      resolvers: { Query: { ts: () => [{ id: '1' }, { id: '2' }] } },
    },
  });

  it('have nulls there, which non-null fields do not take', async () => {
    await shop.same('{ rows { id may { id } } }');
    await shop.same('{ rows { id may { n must { id } } must { n } } }');
    await shop.same('{ ts { id n } }');
  });
});

describe('types that check their own objects', () => {
  const shop = stitchedShop({
    one: {
      sdl: 'type T @key(fields: "id") { id: ID! } union U = T | V type V { v: Int } type Query { t(id: ID): T us: [U] }',
      resolvers: {
        Query: { t: (_: unknown, { id }: Json) => ({ id }), us: () => [{ id: '1' }, { v: 1 }, {}] },
        T: {
          __isTypeOf: async (value: object) => 'id' in value && value.id !== 'not',
          __resolveReference: (key: object) => key,
        },
        V: { __isTypeOf: (value: object) => 'v' in value },
      },
    },
    two: {
      sdl: 'extend type Query { other(id: ID): T }',
      resolvers: { Query: { other: (_: unknown, { id }: Json) => ({ id }) } },
    },
  });

  it('are asked, for fields, members of unions and entities', async () => {
    for (const query of [
      '{ t(id: "1") { id } }',
      '{ t(id: "not") { id } }',
      '{ us { ... on V { v } ... on T { id } } }',
    ])
      await shop.same(query);
  });
});
