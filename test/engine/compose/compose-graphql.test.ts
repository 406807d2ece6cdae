import { expect } from 'chai';
import { lexicographicSortSchema, print, printSchema, validateSchema } from 'graphql';
import type { Finding } from '#base';
import { coreSchema } from '#gateway';
import { composeGraphql } from '../../../src/engine/compose/compose-graphql.ts';
import { bareSchemas } from '../../../src/engine/compose/public-schema.ts';
import { manifestOf } from '../../support/manifest-of.ts';

type Extensions = Readonly<Record<string, string | readonly string[]>>;

function compose(extensions: Extensions): ReturnType<typeof composeGraphql> {
  return composeGraphql(
    Object.entries(extensions).map(([id, sdl]) => manifestOf(id, ...[sdl].flat())),
    { own: coreSchema },
  );
}

/** A finding in one line: code, where, related places; files without their folders. */
function short({ code, where, related = [] }: Finding): string {
  const place = ({ file, line, column }: Finding['where']): string =>
    `${file.replace('/shop/extensions/', '').replace('/graphql/schema', '').replace('.graphql', '')}:${line}:${column}`;
  return [code, place(where), ...related.map(place)].join(' ');
}

const catalog = 'type Product @key(fields: "id") {\n  id: ID!\n  name: String\n}\ntype Query { product: Product }';

/** What is wrong, the extensions, and the findings. */
const faults: Readonly<Record<string, readonly [Extensions, readonly string[]]>> = {
  'a field that two extensions define': [
    { catalog, reviews: 'extend type Product {\n  name: String\n}' },
    ['FIELD_OWNED_TWICE reviews:2:3 catalog:3:3'],
  ],
  'a root field that two extensions define': [
    { catalog, reviews: 'extend type Query { product: Product }' },
    ['FIELD_OWNED_TWICE reviews:1:21 catalog:5:14'],
  ],
  'a mutation that two extensions define': [
    { one: 'type Mutation { go: Int }', two: 'type Mutation { go: Int }' },
    ['FIELD_OWNED_TWICE two:1:17 one:1:17'],
  ],
  'a field that only one of two marks @shareable': [
    { catalog, reviews: 'extend type Product { name: String @shareable }' },
    ['FIELD_OWNED_TWICE reviews:1:23 catalog:3:3'],
  ],
  'a root field of the gateway': [
    { catalog: 'type Query { url(routeId: String!, params: URLParams): String }' },
    ['FIELD_OWNED_TWICE catalog:1:14 the core schema of the gateway:15:3'],
  ],
  'an object type that two extensions define': [
    { catalog, reviews: 'type Product { name: String stars: Int }' },
    ['TYPE_OWNED_TWICE reviews:1:6 catalog:1:6'],
  ],
  'an object type that is defined again instead of extended': [
    { catalog, reviews: 'type Product { stars: Int }' },
    ['FIELD_UNREACHABLE reviews:1:6 catalog:1:6'],
  ],
  'a type of the gateway': [
    { catalog: 'type PageInfo { x: Int }' },
    ['TYPE_OWNED_TWICE catalog:1:6 the core schema of the gateway:3:6'],
  ],
  'an interface whose field two extensions define otherwise': [
    { one: 'interface N { a: Int }', two: 'interface N { a: String }' },
    ['TYPE_DIFFERS two:1:18 one:1:18'],
  ],
  'an interface to which a second extension gives a field that no type has': [
    { one: 'interface N { a: Int } type T implements N { a: Int }', two: 'interface N { b: Int }' },
    ['SCHEMA_INVALID two:1:15 one:1:29'],
  ],
  'types of two kinds': [{ one: 'enum Size { S M }', two: 'scalar Size' }, ['TYPE_OWNED_TWICE two:1:8 one:1:6']],
  'an enum with other values that clients both give and get': [
    { one: 'enum Size { S M } type Query { a(size: Size): Int }', two: 'enum Size { S L } type Query { b: Size }' },
    ['TYPE_DIFFERS two:1:6 one:1:6'],
  ],
  'an input without a field that another extension cannot do without': [
    { one: 'input I { a: Int b: Int! }', two: 'input I { a: Int }' },
    ['TYPE_DIFFERS two:1:7 one:1:7'],
  ],
  'an input whose field is of another type, or has another default': [
    { one: 'input I { a: Int b: Int = 1 }', two: 'input I { a: String b: Int }' },
    ['TYPE_DIFFERS two:1:7 one:1:7', 'TYPE_DIFFERS two:1:7 one:1:7'],
  ],
  'an input without a field that another extension has, as a warning': [
    { one: 'input I { a: Int b: Int }', two: 'input I { a: Int }' },
    ['TYPE_DIFFERS two:1:7 one:1:7'],
  ],
  'an enum of another extension that is extended': [
    { one: 'enum Size { S M }', two: 'extend enum Size { L }' },
    ['TYPE_OWNED_TWICE two:1:13 one:1:6'],
  ],
  'a shared type without one of its fields': [
    {
      one: 'type Size @shareable {\n  w: Int\n  h: Int }',
      two: 'type Size @shareable { w: Int } type Query { size: Size }',
    },
    ['FIELD_UNREACHABLE two:1:6 one:3:3'],
  ],
  'a key that is @external, so that nobody finds the object again': [
    { catalog, two: 'type Product @key(fields: "id") { id: ID! @external } extend type Query { top: Product }' },
    ['FIELD_UNREACHABLE two:1:6 catalog:2:3', 'FIELD_UNREACHABLE two:1:6 catalog:3:3'],
  ],
  '@interfaceObject without an interface': [
    { one: 'type Media @key(fields: "id") @interfaceObject { id: ID! }' },
    ['TYPE_EXTENDED_UNKNOWN one:1:6'],
  ],
  'a @requires with an argument that the field does not have': [
    { catalog, two: 'extend type Product { x: Int @requires(fields: "name(of: 1)") }' },
    ['KEY_INVALID two:1:30 catalog:1:6'],
  ],
  'a @requires with a fragment on what has no fields': [
    { catalog, two: 'extend type Product { x: Int @requires(fields: "... on Nothing { name }") }' },
    ['KEY_INVALID two:1:30 catalog:1:6'],
  ],
  'a @key with arguments or a fragment': [
    { one: 'type P @key(fields: "a(x: 1)") @key(fields: "... on P { a }") { a(x: Int): ID }' },
    ['KEY_INVALID one:1:8 one:1:6', 'KEY_INVALID one:1:32 one:1:6'],
  ],
  'a shared field of another type': [
    {
      catalog: catalog.replace('name: String', 'name: String @shareable'),
      two: 'extend type Product { name: Int @shareable }',
    },
    ['TYPE_DIFFERS two:1:29 catalog:3:9'],
  ],
  'a shared field with other arguments': [
    { one: 'type Query { a(x: Int): Int @shareable }', two: 'type Query { a(x: Int = 1): Int @shareable }' },
    ['TYPE_DIFFERS two:1:29 one:1:25'],
  ],
  'an external field of another type': [
    { catalog, two: 'extend type Product { name: Int @external up: Int @requires(fields: "name") }' },
    ['TYPE_DIFFERS two:1:29 catalog:3:9'],
  ],
  'an external field that nobody has': [
    { catalog, two: 'extend type Product { nam: Int @external }' },
    ['EXTERNAL_UNKNOWN two:1:23'],
  ],
  'a type that is extended and does not exist': [
    { catalog, reviews: 'extend type Prodct { stars: Int }' },
    ['TYPE_EXTENDED_UNKNOWN reviews:1:13'],
  ],
  'a field of a type that does not exist': [
    { catalog, reviews: 'extend type Product { reviews: [Reviw!]! } type Review { id: ID }' },
    ['TYPE_UNKNOWN reviews:1:33'],
  ],
  'an argument of a type that does not exist': [
    { catalog, reviews: 'extend type Query { a(b: Nothing): Int }' },
    ['TYPE_UNKNOWN reviews:1:26'],
  ],
  'a directive’s argument of a type that does not exist': [
    { catalog, reviews: 'directive @x(a: Nothing) on FIELD_DEFINITION' },
    ['TYPE_UNKNOWN reviews:1:17'],
  ],
  'a type without @key that another extends': [
    { one: 'type Size { w: Int }', two: 'extend type Size { h: Int }' },
    ['KEY_MISSING two:1:13 one:1:6'],
  ],
  'a type without @key that another returns': [
    { one: 'type Size { w: Int }', two: 'type Box { size: Size }' },
    ['KEY_MISSING two:1:18 one:1:6'],
  ],
  'a @key of a field that does not exist': [
    { one: 'type Product @key(fields: "idd") { id: ID! }' },
    ['KEY_INVALID one:1:14 one:1:6'],
  ],
  'a @key that cannot be read': [{ one: 'type Product @key(fields: "id {") { id: ID! }' }, ['KEY_INVALID one:1:14']],
  'a nested @key without its fields': [
    { one: 'type P @key(fields: "org") { org: Org } type Org @key(fields: "id") { id: ID! }' },
    ['KEY_INVALID one:1:8 one:1:6'],
  ],
  'a @requires of a field that does not exist': [
    { catalog, two: 'extend type Product { x: Int @requires(fields: "nme") }' },
    ['KEY_INVALID two:1:30 catalog:1:6'],
  ],
  'a @provides of a field that does not exist': [
    { catalog, two: 'extend type Query { x: Product @provides(fields: "nme") }' },
    ['KEY_INVALID two:1:32 catalog:1:6'],
  ],
  'an @override from an extension that has not got the field': [
    { catalog, two: 'extend type Product { name: String @override(from: "catlog") }' },
    ['OVERRIDE_INVALID two:1:36 catalog:3:3'],
  ],
  'an @override by label': [
    { catalog, two: 'extend type Product { name: String @override(from: "catalog", label: "percent(5)") }' },
    ['OVERRIDE_INVALID two:1:36'],
  ],
  'an @override from an extension that is gone, as a warning': [
    {
      catalog: catalog.replace('name: String', 'name: String @shareable'),
      two: 'extend type Product { name: String @override(from: "gone") @shareable }',
    },
    ['OVERRIDE_INVALID two:1:36 catalog:3:3'],
  ],
  'fields that @override takes from each other': [
    {
      one: 'type Query { a: Int @override(from: "two") }',
      two: 'type Query { a: Int @override(from: "three") }',
      three: 'type Query { a: Int @override(from: "one") }',
    },
    [
      'OVERRIDE_INVALID one:1:21 two:1:14 three:1:14',
      'OVERRIDE_INVALID two:1:21 one:1:14 three:1:14',
      'OVERRIDE_INVALID three:1:21 one:1:14 two:1:14',
    ],
  ],
  'fields that @require each other': [
    {
      catalog: catalog.replace('name: String', 'name: String @requires(fields: "stars") stars: Int @external'),
      two: 'extend type Product { stars: Int @requires(fields: "name") name: String @external }',
    },
    ['FIELD_UNREACHABLE catalog:3:3', 'FIELD_UNREACHABLE two:1:23'],
  ],
  'a field that @requires itself by another type': [
    {
      catalog: catalog.replace('name: String', 'name: String @requires(fields: "twin { name }") twin: Product'),
    },
    ['FIELD_UNREACHABLE catalog:3:3'],
  ],
  'a @deprecated whose reason is no text': [
    { one: 'type Query { a: Int @deprecated(reason: 3) b: Int }' },
    ['SCHEMA_INVALID one:1:21'],
  ],
  'a @specifiedBy without an address': [
    { one: 'scalar Day @specifiedBy type Query { a: Day }' },
    ['SCHEMA_INVALID one:1:12'],
  ],
  'a required argument that is @inaccessible': [
    { one: 'type Query { a(x: Int! @inaccessible, y: Int @inaccessible): Int }' },
    ['SCHEMA_INVALID one:1:16'],
  ],
  'a required input field that is @inaccessible': [
    { one: 'input I { a: Int! @inaccessible b: Int } type Query { a(i: I): Int }' },
    ['SCHEMA_INVALID one:1:11'],
  ],
  'defaults that are @inaccessible': [
    {
      one: 'enum E { A B @inaccessible }\ninput I { a: Int b: E @inaccessible }\ntype Query { a(e: [E] = [A, B]): Int b(i: I = { b: A }): Int c(e: E = A): Int }',
    },
    ['SCHEMA_INVALID one:3:16', 'SCHEMA_INVALID one:3:40'],
  ],
  'an argument whose default is not of its type': [
    { one: 'enum K { A }\ntype Query { a(k: K = A, l: K = B): Int }' },
    ['SCHEMA_INVALID one:2:33'],
  ],
  'an input field whose default is not of its type': [
    { one: 'input I { a: [Int!] = [1], b: Int = "1" }' },
    ['SCHEMA_INVALID one:1:37'],
  ],
  '@cost whose weight is no number': [
    {
      one: 'type Query { a: Int @cost(weight: "dear") b(x: Int @cost(weight: -1)): A } type A @cost(weight: "") { a: Int }',
    },
    ['COST_INVALID one:1:21', 'COST_INVALID one:1:52', 'COST_INVALID one:1:83'],
  ],
  '@cost where it counts for nothing': [
    { one: 'type Query { a(i: I): Int } input I { x: Int @cost(weight: 1) }' },
    ['SCHEMA_INVALID one:1:46'],
  ],
  '@listSize that names what is not there': [
    {
      one: 'type Query { a(take: Int): A @listSize(slicingArguments: ["tak"], sizedFields: ["bs", "b"]) } type A { bs: [Int!]! b: Int }',
    },
    ['COST_INVALID one:1:59', 'COST_INVALID one:1:87'],
  ],
  '@listSize with a size below zero': [
    { one: 'type Query { a: [Int] @listSize(assumedSize: -1) }' },
    ['COST_INVALID one:1:23'],
  ],
  '@key without its argument': [{ one: 'type A @key { a: Int }' }, ['SCHEMA_INVALID one:1:8']],
  'a value type that is not shared': [
    { one: 'type Size { w: Int }', two: 'type Size { w: Int }' },
    ['TYPE_OWNED_TWICE two:1:6 one:1:6'],
  ],
  'a field twice in one type': [{ one: 'type Query { a: Int a: Int }' }, ['SCHEMA_INVALID one:1:14 one:1:21']],
  'a value twice in one enum': [{ one: 'enum E { A A } type Query { e: E }' }, ['SCHEMA_INVALID one:1:10 one:1:12']],
  'an argument twice in one field': [
    { one: 'type Query { a(x: Int, x: Int): Int }' },
    ['SCHEMA_INVALID one:1:16 one:1:24'],
  ],
  'an argument twice in one directive': [
    { one: 'directive @d(x: Int, x: Int) on FIELD_DEFINITION type Query { a: Int }' },
    ['SCHEMA_INVALID one:1:14 one:1:22'],
  ],
  'an argument that a directive does not have': [
    { one: 'type Query { a: Int @deprecated(why: "old") }' },
    ['SCHEMA_INVALID one:1:33'],
  ],
  'a directive twice that may be written once': [
    { one: 'type Query { a: Int @deprecated @deprecated }' },
    ['SCHEMA_INVALID one:1:21 one:1:33'],
  ],
  'a type twice in one extension': [
    { one: ['type A { a: Int }', 'type A { a: Int }'] },
    ['SCHEMA_INVALID one:1:10 one-2:1:10'],
  ],
  'an interface that is not implemented': [
    { one: 'interface N { a: Int } type T implements N { b: Int }' },
    ['SCHEMA_INVALID one:1:15 one:1:29'],
  ],
  'a name that starts with two underscores': [{ one: 'type Query { __a: Int }' }, ['SCHEMA_INVALID one:1:14']],
  'inputs in a circle': [{ one: 'input A { b: B! } input B { a: A! }' }, ['SCHEMA_INVALID one:1:11 one:1:29']],
  'an unknown directive': [{ one: 'type Query { a: Int @no }' }, ['SCHEMA_INVALID one:1:21']],
  'a root type of another name': [{ one: 'schema { query: Q } type Q { a: Int }' }, ['SCHEMA_INVALID one:1:17']],
  'a type of GraphQL’s own, and nothing of its neighbours': [
    { catalog: 'type Query { price: Float }', one: 'type Float { a: Int }' },
    ['SCHEMA_INVALID one:1:6'],
  ],
  'a directive of GraphQL’s own': [
    { one: 'directive @include(unless: Boolean!) on FIELD type Query { a: Int }' },
    ['SCHEMA_INVALID one:1:12'],
  ],
  'what the gateway asks for entities by': [
    { one: 'scalar _Any extend type Query { _entities: Int _service: Int }' },
    ['SCHEMA_INVALID one:1:8', 'SCHEMA_INVALID one:1:33', 'SCHEMA_INVALID one:1:48'],
  ],
  'a subscription': [{ one: 'type Subscription { a: Int }' }, ['SCHEMA_INVALID one:1:1']],
  'an operation among the types': [{ one: 'query { a }' }, ['SCHEMA_INVALID one:1:1']],
  'several faults at once': [
    {
      catalog,
      one: 'extend type Product { name: Nothing }',
      two: 'extend type Nobody { a: Int } type Query { b: Int b: Int }',
    },
    [
      'TYPE_UNKNOWN one:1:29',
      'TYPE_EXTENDED_UNKNOWN two:1:13',
      'FIELD_OWNED_TWICE one:1:23 catalog:3:3',
      'TYPE_DIFFERS one:1:29 catalog:3:9',
      'SCHEMA_INVALID two:1:44 two:1:51',
    ],
  ],
};

const sound: Readonly<Record<string, Extensions>> = {
  'equal enums, inputs and scalars': {
    one: '"One." enum Size { S M } input I { a: Int b: Int } scalar Day',
    two: 'enum Size { M S } input I { b: Int a: Int } scalar Day',
  },
  'an external key field, as in Federation 2': {
    catalog,
    two: 'type Product @key(fields: "id") { id: ID! @external stock: Int }',
  },
  'a key field without @external': { catalog, two: 'type Product @key(fields: "id") { id: ID! stock: Int }' },
  'a value type that is shared': { one: 'type Size @shareable { w: Int }', two: 'type Size { w: Int @shareable }' },
  'unions and interfaces to which each extension adds its part': {
    one: 'union U = A type A implements N { a: Int } interface N { a: Int }',
    two: 'union U = B type B implements N { a: Int b: Int } interface N { a: Int }',
  },
  'an enum that clients only give or only get': {
    one: 'enum In { S M } enum Out { S M } type Query { a(size: In): Out }',
    two: 'enum In { S L } enum Out { S L } type Query { b(size: In): Out }',
  },
  'a hidden value of an enum': {
    one: 'enum Size { S M } type Query { a(size: Size): Size }',
    two: 'enum Size { S M XL @inaccessible } type Query { b: Size }',
  },
  'a shared field that one extension answers more exactly': {
    one: 'type Query { a: [Int!]! @shareable u: U @shareable } union U = A | B type A @shareable { x: Int } type B { x: Int }',
    two: 'type Query { a: [Int] @shareable u: A @shareable } type A @shareable { x: Int }',
  },
  'a value type of which each extension gives a part, where both give the object': {
    one: 'type Query { box: Box @shareable } type Box { w: Int }',
    two: 'type Query { box: Box @shareable } type Box { h: Int }',
  },
  'a value type that is part of a key': {
    one: 'type P @key(fields: "size { w }") { size: Size a: Int } type Size { w: Int }',
    two: 'type P @key(fields: "size { w }") { size: Size b: Int } type Size { w: Int }',
  },
  '@extends': { catalog, two: 'type Product @extends @key(fields: "id") { id: ID! @external stock: Int }' },
  '@requires and @provides with arguments and fragments': {
    one: 'type P @key(fields: "id") { id: ID! price(in: String): Int u: U name: String } union U = P | Q type Q { x: Int } type Query { p: P }',
    two: 'extend type P { price(in: String): Int @external u: U @external name: String @external t: Int @requires(fields: "price(in: \\"EUR\\") u { __typename ... on Q { x } }") } extend type Query { v: U @provides(fields: "... on P { name }") }',
  },
  'a field that moves': { catalog, two: 'extend type Product { name: String @override(from: "catalog") }' },
  'a reference without an extension': { catalog, two: 'type Review { product: Product }' },
  'federation’s own @link': {
    one: 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"]) type Query { a: Int @tag(name: "x") }',
  },
  'an extension without GraphQL': { catalog, rest: [] },
  'no GraphQL at all': {},
};

describe('composeGraphql', () => {
  for (const [situation, [extensions, expected]] of Object.entries(faults)) {
    it(`reports ${situation}, with every place`, () => {
      expect(compose(extensions).findings.map(short)).to.deep.equal(expected);
    });
  }

  for (const [situation, extensions] of Object.entries(sound)) {
    it(`accepts ${situation}`, () => {
      expect(compose(extensions).findings.map(short)).to.deep.equal([]);
    });
  }

  it('suggests the nearest name', () => {
    const fixOf = (reviews: string): string | undefined => compose({ catalog, reviews }).findings[0]?.fix;
    expect(fixOf('extend type Prodct { stars: Int }')).to.equal('Did you mean "Product"?');
    expect(fixOf('type Review { p: Prodct }')).to.equal('Did you mean "Product"?');
    expect(fixOf('extend type Product { x: Int @requires(fields: "nme") }')).to.equal('Did you mean "name"?');
  });

  it('says in words who owns what', () => {
    const [finding] = compose({ catalog, reviews: 'extend type Product { name: String }' }).findings;
    expect(finding?.what).to.equal('defines the field "Product.name", which catalog defines too');
    expect(finding?.fix).to.include('@override(from: "catalog")');
  });

  it('joins all types in one schema, with the gateway’s own', () => {
    const { composition } = compose({ catalog, reviews: 'extend type Product { stars: Int }' });
    const text = printSchema(lexicographicSortSchema(composition.schema));
    expect(text).to.include('type Product {\n  id: ID!\n  name: String\n  stars: Int\n}');
    expect(text).to.include('product: Product').and.to.include('url(params: URLParams, routeId: String!): String');
  });

  it('hides a type of which clients see no part, with the fields that lead to it', () => {
    const { composition } = compose({
      one: `type Lamp @inaccessible { watts: Int } union Thing = Lamp
        enum Mode { LOUD @inaccessible } input Filter { text: String @inaccessible }
        interface Named { name: String @inaccessible } type Cup implements Named { name: String size: Int }
        type Query { thing: Thing mode: Mode named: Named cup(filter: Filter): Cup }`,
    });
    const { schema } = bareSchemas(composition);
    expect(validateSchema(schema)).to.deep.equal([]);
    expect(['Thing', 'Mode', 'Named', 'Filter'].filter((name) => schema.getType(name))).to.deep.equal([]);
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {}))
      .to.include('cup')
      .and.not.include('thing');
  });

  it('completes each extension to a Federation subgraph', () => {
    const { composition } = compose({
      catalog,
      reviews:
        'extend type Product { stars: Int @requires(fields: "name") } type Review { product: Product at: PageInfo }',
    });
    const document = [...composition.subgraphs].find(([id]) => id === 'reviews')?.[1].document;
    expect(document && print(document)).to.include(
      'type Product @key(fields: "id") {\n  stars: Int @requires(fields: "name")\n  id: ID!\n  name: String @external\n}',
    );
    expect(document && print(document)).to.include('type PageInfo @shareable {');
    expect(document && print(document)).to.include('@link(url: "https://specs.apollo.dev/federation/v2.9"');
  });
});
