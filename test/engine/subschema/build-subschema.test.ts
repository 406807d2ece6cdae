import { expect } from 'chai';
import { GraphQLScalarType, parse, printSchema } from 'graphql';
import { StartupError } from '../../../src/base/findings/startup-error.ts';
import { composeGraphql } from '../../../src/engine/compose/compose-graphql.ts';
import type { ExecutableSubschema } from '../../../src/engine/subschema/subschema.ts';
import { coreSchema } from '../../../src/gateway/core-schema.ts';
import { manifestOf } from '../../support/manifest-of.ts';
import { builtSubschema, testContext } from '../../support/stitched-shop.ts';

const catalog = manifestOf(
  'catalog',
  `type Product @key(fields: "id") { id: ID! name: String! } enum Size { S M } scalar Day
   union Hit = Product interface Named { name: String! } input I { a: Int } type Thing { x: Int }
   type Query { product: Product things: [Thing] numbers: [Int] size(size: Size): Size hit: Hit }`,
);
const reviews = manifestOf('reviews', 'extend type Product { stars: Int! } type Mutation { rate: Int }');
const { composition } = composeGraphql([catalog, reviews], { own: coreSchema });
const reference = { Product: { __resolveReference: () => null } };

function build(resolvers: unknown, ...more: readonly unknown[]): ExecutableSubschema {
  const files = [resolvers, ...more].map((value, index) => ({ file: `/catalog/${index + 1}.ts`, value }));
  return builtSubschema({ manifest: catalog, composition, resolvers: files });
}

function findingsOf(work: () => unknown): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.findings.map(({ code, where, what, fix = '', related = [] }) =>
      [code, where.file, what, fix, ...related.map(({ file }) => file)].join(' | '),
    );
  }
}

async function run(
  subschema: ExecutableSubschema,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await subschema.execute({
    document: parse(query),
    variables,
    operationName: undefined,
    context: testContext(),
  });
  return JSON.parse(JSON.stringify(answer));
}

const wrong: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  'a file that exports no map': [5, /^RESOLVERS_INVALID \| \/catalog\/2.ts \| exports a number as its default/],
  'a file that exports nothing': [undefined, /exports undefined as its default/],
  'an unknown type': [
    { Prodct: {} },
    /resolves "Prodct", which is no type of this extension \| Did you mean "Product"\?/,
  ],
  'an unknown field': [
    { Product: { nam: () => 1 } },
    /resolves "Product.nam", which the SDL of this extension does not have \| Did you mean "name"\?/,
  ],
  'a field of another extension': [{ Product: { stars: () => 1 } }, /resolves "Product.stars"/],
  plumbing: [{ Query: { _entities: () => [] } }, /resolves "Query._entities", which the SDL/],
  'a resolver that is no function': [
    { Product: { name: 'x' } },
    /gives a string for "Product.name" \| Write a function, or \{ batch/,
  ],
  'a batch that is no function': [{ Product: { name: { batch: [] } } }, /gives an object for "Product.name"/],
  'a batch with company': [
    { Product: { name: { batch: () => [], resolve: () => 1 } } },
    /gives an object for "Product.name"/,
  ],
  'fields that are no map': [{ Product: [] }, /gives an array for "Product"/],
  'a scalar that is none': [
    { Day: { serialize: () => 1 } },
    /gives an object for the scalar "Day" \| Write a GraphQLScalarType/,
  ],
  'an unknown enum value': [{ Size: { L: 3 } }, /gives "Size.L", which is no value of that enum/],
  'an input type': [{ I: { a: () => 1 } }, /resolves "I", which is an input type/],
  'a field of an interface': [{ Named: { name: () => 1 } }, /resolves "Named.name", but "Named" is abstract/],
  'a __resolveType that is no function': [
    { Hit: { __resolveType: 'Product' } },
    /gives a string for "Hit.__resolveType"/,
  ],
  'a __isTypeOf that is no function': [{ Product: { __isTypeOf: true } }, /gives a boolean for "Product.__isTypeOf"/],
  'a reference to a type without key': [
    { Thing: { __resolveReference: () => 1 } },
    /resolves "Thing.__resolveReference", but "Thing" has no @key/,
  ],
  'a subscription': [{ Subscription: { a: () => 1 } }, /subscriptions are not supported yet/],
  'a field that two files resolve': [
    { Query: { product: () => 1 } },
    /resolves "Query.product" a second time \| Keep one of the two resolvers. \| \/catalog\/1.ts/,
  ],
};

describe('buildSubschema', () => {
  for (const [situation, [value, expected]] of Object.entries(wrong)) {
    it(`refuses ${situation}, and names the file`, () => {
      const findings = findingsOf(() => build({ ...reference, Query: { product: () => null } }, value));
      expect(findings).to.have.length(1);
      expect(findings[0]).to.match(expected);
    });
  }

  it('refuses a resolver for a field of another extension that it refers to', () => {
    const files = [{ file: '/reviews/1.ts', value: { Product: { id: () => 1 } } }];
    const findings = findingsOf(() => builtSubschema({ manifest: reviews, composition, resolvers: files }));
    expect(findings[0]).to.match(/resolves "Product.id", which another extension owns/);
  });

  it('refuses an owner without __resolveReference, and names the place of its type', () => {
    const findings = findingsOf(() => build({}));
    expect(findings).to.have.length(1);
    expect(findings[0]).to.match(
      /^REFERENCE_RESOLVER_MISSING \| \/shop\/extensions\/catalog\/graphql\/schema.graphql \| gives "Product" a @key/,
    );
  });

  it('does not report what a file without a map would have held', () => {
    expect(findingsOf(() => build(undefined))).to.have.length(1);
  });

  it('refuses resolvers in an extension without SDL', () => {
    const files = [{ file: '/rest/1.ts', value: {} }];
    const findings = findingsOf(() => builtSubschema({ manifest: manifestOf('rest'), composition, resolvers: files }));
    expect(findings).to.deep.equal([
      'RESOLVERS_INVALID | /rest/1.ts | resolves types that no SDL declares | Add the .graphql file that declares what it resolves.',
    ]);
  });

  it('reports everything at once', () => {
    expect(findingsOf(() => build({ Query: { a: () => 1 } }, { Product: { b: 2 } }))).to.have.length(3);
  });

  it('takes resolvers for one type from two files', async () => {
    const subschema = build(
      { ...reference, Query: { numbers: () => [1] } },
      { Query: { size: (_: unknown, { size }: { size: string }) => size } },
    );
    expect(await run(subschema, '{ numbers size(size: S) }')).to.deep.equal({ data: { numbers: [1], size: 'S' } });
  });

  it('knows scalars, enum values, __resolveType and __isTypeOf', async () => {
    const subschema = build({
      Product: { ...reference.Product, __isTypeOf: (value: { name?: string }) => value.name !== undefined },
      Day: new GraphQLScalarType({ name: 'Day' }),
      Size: { S: 1, M: 2 },
      Hit: { __resolveType: () => 'Product' },
      Query: { size: (_: unknown, { size }: { size: number }) => size + 1, hit: () => ({ name: 'n' }) },
    });
    expect(await run(subschema, '{ size(size: S) hit { __typename ... on Product { name } } }')).to.deep.equal({
      data: { size: 'M', hit: { __typename: 'Product', name: 'n' } },
    });
  });

  it('is a Federation subgraph: _service and _entities', async () => {
    const subschema = build({
      Product: { __resolveReference: ({ id }: { id: string }) => (id === '1' ? { id, name: 'one' } : null) },
    });
    const service = await run(subschema, '{ _service { sdl } }');
    expect(service).to.have.nested.property('data._service.sdl').that.includes('type Product @key(fields: "id")');
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Product { id name } } }';
    const representations = [
      { __typename: 'Product', id: '1' },
      { __typename: 'Product', id: '2' },
      { __typename: 'Thing' },
      {},
    ];
    const answer = await run(subschema, query, { r: representations });
    expect(answer)
      .to.have.nested.property('data._entities')
      .that.deep.equals([{ __typename: 'Product', id: '1', name: 'one' }, null, null, null]);
    expect(answer).to.have.property('errors').with.length(2);
    expect(printSchema(subschema.schema)).to.include('union _Entity = Product');
  });

  it('gives the representation itself as parent where there is no __resolveReference', async () => {
    const value = { Product: { stars: ({ id }: { id: string }) => Number(id) } };
    const subschema = builtSubschema({ manifest: reviews, composition, resolvers: [{ file: 'r.ts', value }] });
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Product { id stars } } }';
    expect(await run(subschema, query, { r: [{ __typename: 'Product', id: '4' }] })).to.deep.equal({
      data: { _entities: [{ id: '4', stars: 4 }] },
    });
  });

  it('keeps an error at its own place, also in a non-null field', async () => {
    const value = { Product: { stars: ({ id }: { id: string }) => (id === '4' ? null : 'x') } };
    const subschema = builtSubschema({ manifest: reviews, composition, resolvers: [{ file: 'r.ts', value }] });
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Product { id stars } } }';
    const answer = await run(subschema, query, {
      r: [
        { __typename: 'Product', id: '5' },
        { __typename: 'Product', id: '4' },
      ],
    });
    expect(answer)
      .to.have.nested.property('data._entities')
      .that.deep.equals([
        { id: '5', stars: null },
        { id: '4', stars: null },
      ]);
    expect(answer).to.have.nested.property('errors[0].path').that.deep.equals(['_entities', 0, 'stars']);
  });
});

/** A subschema whose things come one by one, and whose field `x` is the given batch. */
function things(
  batch: (parents: readonly unknown[], args: unknown) => unknown,
  list: () => unknown = () => [1, 2, 3],
): ExecutableSubschema {
  return build({ ...reference, Query: { things: list }, Thing: { x: { batch } } });
}

describe('a { batch } resolver', () => {
  it('is called once with all parents of a level, also when they resolve at different times', async () => {
    const sizes: number[] = [];
    const late = async (turns: number): Promise<number> => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      return turns;
    };
    const subschema = things(
      (parents) => {
        sizes.push(parents.length);
        return parents;
      },
      () => [late(9), 0, late(3), null, late(1)],
    );
    expect(await run(subschema, '{ things { x } }')).to.deep.equal({
      data: { things: [{ x: 9 }, { x: 0 }, { x: 3 }, null, { x: 1 }] },
    });
    expect(sizes).to.deep.equal([4]);
  });

  it('is called anew for another alias and for another request', async () => {
    let calls = 0;
    const subschema = things((parents) => {
      calls++;
      return parents;
    });
    await Promise.all([run(subschema, '{ things { a: x b: x } }'), run(subschema, '{ things { x } }')]);
    expect(calls).to.equal(3);
  });

  const answers: Readonly<Record<string, readonly [() => unknown, unknown, readonly string[]]>> = {
    'an Error in a slot': [() => [1, new Error('mine'), 3], [1, null, 3], ['mine']],
    'a rejected promise in a slot': [() => [1, Promise.reject(new Error('mine')), 3], [1, null, 3], ['mine']],
    'too few values': [
      () => [1],
      [null, null, null],
      Array(3).fill('The batch resolver of Thing.x answered 1 values for 3 parents.'),
    ],
    'no array': [
      () => 'abc',
      [null, null, null],
      Array(3).fill('The batch resolver of Thing.x did not answer an array.'),
    ],
    'a throw': [
      () => {
        throw new Error('all');
      },
      [null, null, null],
      ['all', 'all', 'all'],
    ],
    'a rejection': [() => Promise.reject(new Error('all')), [null, null, null], ['all', 'all', 'all']],
    'a rejection with nothing': [
      () => Promise.reject(undefined),
      [null, null, null],
      Array(3).fill('Unexpected error value: undefined'),
    ],
  };
  for (const [situation, [batch, values, messages]] of Object.entries(answers)) {
    it(`may answer ${situation}`, async () => {
      const answer = await run(things(batch), '{ things { x } }');
      expect(answer)
        .to.have.nested.property('data.things')
        .that.deep.equals([values].flat().map((x) => ({ x })));
      expect(answer)
        .to.have.property('errors')
        .that.satisfies((errors: { message: string }[]) => {
          expect(errors.map(({ message }) => message)).to.deep.equal(messages);
          return true;
        });
    });
  }

  it('may be the __resolveReference of an entity', async () => {
    const sizes: number[] = [];
    const batch = (keys: readonly { id: string }[]): readonly unknown[] => {
      sizes.push(keys.length);
      return keys.map(({ id }) => (id === '2' ? new Error('no 2') : { id, name: `n${id}` }));
    };
    const subschema = build({ Product: { __resolveReference: { batch } } });
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Product { name } } }';
    const answer = await run(subschema, query, { r: ['1', '2', '3'].map((id) => ({ __typename: 'Product', id })) });
    expect(answer)
      .to.have.nested.property('data._entities')
      .that.deep.equals([{ name: 'n1' }, null, { name: 'n3' }]);
    expect(sizes).to.deep.equal([3]);
  });
});
