import { expect } from 'chai';
import { printSchema } from 'graphql';
import type { Finding } from '#base';
import { coreSchema } from '#gateway';
import { composeGraphql } from '../../../src/engine/compose/compose-graphql.ts';
import { checkSubschema } from '../../../src/engine/subschema/build-subschema.ts';
import { manifestOf } from '../../support/manifest-of.ts';

type Extensions = Readonly<Record<string, string>>;

function compose(extensions: Extensions, disabled: readonly string[] = []): ReturnType<typeof composeGraphql> {
  const manifests = Object.entries(extensions).map(([id, sdl]) => manifestOf(id, sdl));
  return composeGraphql(
    manifests.filter(({ id }) => !disabled.includes(id)),
    {
      own: coreSchema,
      disabled: new Map(
        disabled.flatMap((id) => {
          const [manifest] = manifests.filter((one) => one.id === id);
          return manifest === undefined
            ? []
            : ['Method', 'Cart', 'Query.methods', 'Cart.claims'].map((name) => [name, manifest]);
        }),
      ),
    },
  );
}

function short({ code, what }: Finding): string {
  return `${code} ${what}`;
}

const owner = `interface Method { code: ID! } type Transfer implements Method { code: ID! }
  type Query { methods(cart: ID!, first: Int = 3): [Method!]! @gather cart: Cart }
  type Cart @key(fields: "id") { id: ID! claims: [Claim!]! @gather } type Claim { amount: Int! }`;
const own = 'type Card implements Method { code: ID! }';
const card = (field: string): Extensions => ({ owner, card: `${own} extend type Query { ${field} }` });
const fine = 'methods(cart: ID!, first: Int = 3): [Method!]! @contribute';

/** What is wrong, the extensions, and the one finding. */
const faults: Readonly<Record<string, readonly [Extensions, string]>> = {
  'a second definition without @contribute': [
    card('methods(cart: ID!, first: Int = 3): [Method!]!'),
    'FIELD_OWNED_TWICE defines the field "Query.methods", which owner defines too',
  ],
  'a second definition without @contribute before the owner': [
    { card: `${own} extend type Query { methods(cart: ID!, first: Int = 3): [Method!]! }`, owner },
    'FIELD_OWNED_TWICE defines the field "Query.methods", which owner defines too',
  ],
  'a second definition with @gather': [
    card('methods(cart: ID!, first: Int = 3): [Method!]! @gather'),
    'FIELD_OWNED_TWICE defines the field "Query.methods", which owner defines too',
  ],
  'a contribution to a field that is not there': [
    card('method(cart: ID!): [Method!]! @contribute'),
    'CONTRIBUTION_UNKNOWN contributes to "Query.method", but no enabled extension has that field with @gather or @dispatch',
  ],
  'a contribution to an ordinary field': [
    { owner, card: 'extend type Query { cart: Cart @contribute }' },
    'CONTRIBUTION_UNKNOWN contributes to "Query.cart", which owner has without @gather or @dispatch',
  ],
  'another type of items': [
    card('methods(cart: ID!, first: Int = 3): [Card!]! @contribute'),
    'CONTRIBUTION_DIFFERS writes "Query.methods" as [Card!]!, but in owner it is [Method!]!',
  ],
  'a nullable list': [
    card('methods(cart: ID!, first: Int = 3): [Method!] @contribute'),
    'CONTRIBUTION_DIFFERS writes "Query.methods" as [Method!], but in owner it is [Method!]!',
  ],
  'a missing argument': [
    card('methods(cart: ID!): [Method!]! @contribute'),
    'CONTRIBUTION_DIFFERS writes "Query.methods" without the argument "first: Int = 3" of owner',
  ],
  'an argument more': [
    card('methods(cart: ID!, first: Int = 3, x: Int): [Method!]! @contribute'),
    'CONTRIBUTION_DIFFERS writes "Query.methods" with the argument "x", which it does not have in owner',
  ],
  'an argument of another type': [
    card('methods(cart: ID, first: Int = 3): [Method!]! @contribute'),
    'CONTRIBUTION_DIFFERS writes "Query.methods" with "cart: ID", but in owner it is "cart: ID!"',
  ],
  'another default': [
    card('methods(cart: ID!, first: Int = 4): [Method!]! @contribute'),
    'CONTRIBUTION_DIFFERS writes "Query.methods" with "first: Int = 4", but in owner it is "first: Int = 3"',
  ],
  'a guard of a contributor': [
    card(`${fine} @authenticated`),
    'CONTRIBUTION_INVALID contributes to "Query.methods" with @authenticated, which is for its owner to decide',
  ],
  'a contributor that makes the list internal': [
    card(`${fine} @internal`),
    'CONTRIBUTION_INVALID contributes to "Query.methods" with @internal, which is for its owner to decide',
  ],
  'a contributor that hides the list': [
    card(`${fine} @inaccessible`),
    'CONTRIBUTION_INVALID contributes to "Query.methods" with @inaccessible, which is for its owner to decide',
  ],
  'an item whose fields its own owner would give': [
    {
      owner: 'type Entry @key(fields: "id") { id: ID! label: String } type Query { entries: [Entry!]! @gather }',
      blog: 'extend type Query { entries: [Entry!]! @contribute }',
    },
    'CONTRIBUTION_INVALID contributes to "Query.entries" objects of "Entry", whose fields would be those of owner',
  ],
  'a member of a union whose fields another extension would give': [
    {
      owner: 'union Hit = Note type Note { text: String } type Query { hits: [Hit!]! @gather }',
      catalog: 'type Product @key(fields: "id") { id: ID! }',
      blog: 'extend union Hit = Product extend type Query { hits: [Hit!]! @contribute }',
    },
    'CONTRIBUTION_INVALID contributes to "Query.hits" objects of "Product", whose fields would be those of catalog',
  ],
  '@gather on one value': [
    { owner: 'type Query { one: Int @gather }' },
    'GATHER_INVALID "Query.one" has @gather, but is no list',
  ],
  '@gather on a mutation': [
    { owner: 'type Mutation { all: [Int] @gather }' },
    'GATHER_INVALID "Mutation.all" has @gather, but mutations run one after the other',
  ],
  '@gather on a type without a key': [
    { owner: 'type Box { all: [Int] @gather } type Query { box: Box }' },
    'GATHER_INVALID "Box.all" has @gather, but others cannot be asked for fields of its type',
  ],
  '@gather on an interface': [
    { owner: 'interface Box { all: [Int] @gather } type Query { box: Box }' },
    'GATHER_INVALID "Box.all" has @gather, but others cannot be asked for fields of its type',
  ],
  '@gather and @dispatch': [
    { owner: 'type Query { all(type: String): [Int] @gather @dispatch(by: "type") }' },
    'GATHER_INVALID "Query.all" is @gather and @dispatch, which exclude each other',
  ],
  '@gather and @shareable': [
    { owner: 'type Query { all: [Int] @gather @shareable }' },
    'GATHER_INVALID "Query.all" is @gather and @shareable, which exclude each other',
  ],
  '@dispatch on an object': [
    {
      owner:
        'type Cart @key(fields: "id") { id: ID! go(type: String): Int @dispatch(by: "type") } type Query { cart: Cart }',
    },
    'GATHER_INVALID "Cart.go" has @dispatch, but is no field of Query or Mutation',
  ],
  '@dispatch by an unknown argument': [
    { owner: 'type Mutation { go(type: String): Int @dispatch(by: "typ") }' },
    'GATHER_INVALID "Mutation.go" has @dispatch(by: "typ"), which is no argument of type String',
  ],
  '@dispatch by a number': [
    { owner: 'type Mutation { go(type: Int): Int @dispatch(by: "type") }' },
    'GATHER_INVALID "Mutation.go" has @dispatch(by: "type"), which is no argument of type String',
  ],
  'a contribution to @dispatch without a type': [
    {
      owner: 'type Mutation { go(type: String): Int @dispatch(by: "type") }',
      card: 'extend type Mutation { go(type: String): Int @contribute }',
    },
    'CONTRIBUTION_INVALID contributes to "Mutation.go" but owns no type, so that no caller can name it',
  ],
};

describe('contributions of several extensions to one field', () => {
  for (const [fault, [extensions, expected]] of Object.entries(faults))
    it(`are refused for ${fault}`, () => {
      expect(compose(extensions).findings.map(short)).to.deep.equal([expected]);
    });

  it('name each difference at its place, and the owner’s field', () => {
    const { findings } = compose(card('methods(first: Int, x: Int): [Card] @contribute'));
    expect(findings.map(({ code }) => code)).to.deep.equal(Array(4).fill('CONTRIBUTION_DIFFERS'));
    for (const { where, related = [], fix } of findings) {
      expect([where.file, related[0]?.file]).to.deep.equal(
        ['card', 'owner'].map((id) => `/shop/extensions/${id}/graphql/schema.graphql`),
      );
      expect(fix).to.match(/^(Write|Remove) /);
    }
  });

  it('are accepted in the owner’s words, also with items that they provide', () => {
    const extensions = {
      card: `${own} extend type Query { ${fine} } extend type Cart { claims: [Claim!]! @contribute }`,
      owner,
      blog: 'extend type Query { entries: [Entry!]! @contribute @provides(fields: "label") }',
      pages: 'type Entry @key(fields: "id") { id: ID! label: String } extend type Query { entries: [Entry!]! @gather }',
    };
    const { composition, findings } = compose(extensions);
    expect(findings).to.deep.equal([]);
    const { Query, Cart } = Object.fromEntries(composition.types);
    expect([...(Query?.fields.get('methods')?.parts?.keys() ?? [])]).to.deep.equal(['card', 'owner']);
    expect([...(Query?.fields.get('entries')?.parts?.keys() ?? [])]).to.deep.equal(['blog', 'pages']);
    expect([...(Cart?.fields.get('claims')?.parts?.keys() ?? [])]).to.deep.equal(['card', 'owner']);
    expect(printSchema(composition.schema)).to.include('methods(cart: ID!, first: Int = 3): [Method!]!');
  });

  it('are hidden from clients where a type is named, unless it says public', () => {
    const internalOf = (more: string): readonly string[] => {
      const mutation = `type Mutation { go(type: String): Int @dispatch(by: "type"${more}) }`;
      const { composition, findings } = compose({ owner: `${owner} ${mutation}` });
      expect(findings).to.deep.equal([]);
      return [...composition.internal.keys()].filter((name) => name.includes('.'));
    };
    expect(internalOf('')).to.deep.equal(['Mutation.go']);
    expect(internalOf(', public: false')).to.deep.equal(['Mutation.go']);
    expect(internalOf(', public: true')).to.deep.equal([]);
  });

  it('make no parts where none is there', () => {
    const { composition } = compose({ owner });
    expect(composition.types.get('Query')?.fields.get('methods')?.parts).to.equal(undefined);
  });
});

describe('a contribution whose owner is not enabled', () => {
  const sdl = `${own} extend type Cart { claims: [Claim!]! @contribute } type Query { ${fine} cards: [Card!]! }`;
  const resolvers = [
    {
      file: 'card.resolvers.ts',
      value: {
        Query: { methods: () => [], cards: () => [] },
        Cart: { claims: () => [] },
        Method: { __resolveType: () => 'Card' },
      },
    },
  ];

  it('rests with a warning, and the rest of its extension is there', () => {
    const { composition, findings } = compose({ owner, card: sdl }, ['owner']);
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal([
      'warning CONTRIBUTION_RESTS',
      'warning CONTRIBUTION_RESTS',
    ]);
    expect(printSchema(composition.schema)).to.include('  cards: [Card!]!');
    expect(printSchema(composition.schema)).to.not.match(/Method|Cart\b|Claim|methods/);
  });

  it('rests with its resolvers', () => {
    const { composition } = compose({ owner, card: sdl }, ['owner']);
    const described = [
      {
        file: 'card.resolvers.ts',
        exports: 'a map',
        types: Object.fromEntries(
          Object.entries(resolvers[0]?.value ?? {}).map(([type, members]) => [
            type,
            { kind: 'a map', members: Object.fromEntries(Object.keys(members).map((name) => [name, 'a function'])) },
          ]),
        ),
      },
    ];
    const checked = checkSubschema({ manifest: manifestOf('card', sdl), composition, described });
    expect(checked.findings).to.deep.equal([]);
    expect(Object.keys(checked.build(resolvers)?.schema.getQueryType()?.getFields() ?? {})).to.include('cards');
  });

  it('is refused where another part of the extension needs the owner', () => {
    const needy = sdl.replace('cards: [Card!]!', 'cards: [Card!]! cart: Cart');
    expect(compose({ owner, card: needy }, ['owner']).findings.map(({ code }) => code)).to.include('TYPE_UNKNOWN');
  });
});
