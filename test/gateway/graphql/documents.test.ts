import { expect } from 'chai';
import { buildSchema } from 'graphql';
import { createDocumentStore } from '../../../src/gateway/graphql/documents/operation-documents.ts';
import { processorMs } from '../../support/processor-ms.ts';
import { testGraphql } from '../../support/test-config.ts';

const schema = buildSchema('type Query { a: Query b: String }');
const options = { limits: testGraphql.limits, introspection: true };

describe('the document store', () => {
  for (const [text, kind] of [
    ['{ b }', 'valid'],
    ['{ c }', 'invalid'],
    ['{', 'invalid'],
  ] as const)
    context(`when a text is ${kind}: ${text}`, () => {
      it('prepares it again when it comes again, and then no more', () => {
        const store = createDocumentStore(schema, options);
        const [first, second, third] = [text, text, text].map(store.prepare);
        expect(first).to.have.property('kind', kind);
        expect(second).to.have.property('kind', kind).and.not.equal(first);
        expect(third).to.equal(second);
      });

      it('prepares it once when it is to be kept', () => {
        const store = createDocumentStore(schema, options);
        const first = store.keep(text);
        expect(first).to.have.property('kind', kind);
        expect([store.keep(text), store.prepare(text)]).to.deep.equal([first, first]);
        expect(store.prepare(text)).to.equal(first);
      });
    });

  it('tells texts apart that differ by a blank', () => {
    const store = createDocumentStore(schema, options);
    expect(store.keep('{ b }')).to.not.equal(store.keep('{  b }'));
  });

  it('forgets the oldest when there are too many', () => {
    const store = createDocumentStore(schema, options);
    const first = store.keep('{ b }');
    for (let index = 0; index < 2000; index++) store.keep(`# ${index}\n{ b }`);
    expect(store.keep('{ b }')).to.not.equal(first);
  });

  it('forgets the oldest when their texts are too large together', () => {
    const store = createDocumentStore(schema, options);
    const first = store.keep('{ b }');
    // About 2 MB each, the text counted as two bytes a character.
    for (let index = 0; index < 10; index++) store.keep(`#${index}${'x'.repeat(1_000_000)}\n{ b }`);
    expect(store.keep('{ b }')).to.not.equal(first);
  });

  it('forgets the oldest when they select too much together', () => {
    const store = createDocumentStore(schema, options);
    const first = store.keep('{ b }');
    // 150 characters, and 130 fields where the fragments are spread.
    const spread = '{ x: a { ...F } y: a { ...F } } fragment F on Query { z: a { ...G } a { ...G } }';
    for (let index = 0; index < 200; index++)
      store.keep(`#${index}\n${spread} fragment G on Query { ${'b '.repeat(31)} }`);
    expect(store.keep('{ b }')).to.not.equal(first);
  });

  it('forgets the oldest when their variables can give them too many plans together', () => {
    const store = createDocumentStore(schema, options);
    const first = store.keep('{ b }');
    // 100 fields, and 16 plans; 200 of them would find room with one plan each.
    const names = ['p', 'q', 'r', 's', 't'];
    const fields = `${names.map((name) => `b @skip(if: $${name})`).join(' ')} ${'b '.repeat(95)}`;
    const head = `query (${names.map((name) => `$${name}: Boolean!`).join(', ')})`;
    for (let index = 0; index < 20; index++) store.keep(`#${index}\n${head} { ${fields} }`);
    expect(store.keep('{ b }')).to.not.equal(first);
  });

  it('forgets nothing for texts that come once, however many', () => {
    const store = createDocumentStore(schema, options);
    const first = store.keep('{ b }');
    for (let index = 0; index < 5000; index++) store.prepare(`# ${index}\n{ b }`);
    expect(store.prepare('{ b }')).to.equal(first);
  });

  it('refuses fragments that spread themselves, at once', () => {
    const store = createDocumentStore(schema, options);
    const prepared = store.prepare('{ ...A } fragment A on Query { a { ...B } } fragment B on Query { a { ...A } }');
    expect(prepared).to.have.property('kind', 'invalid');
    expect(prepared).to.have.nested.property('errors[0].extensions.code', 'GRAPHQL_VALIDATION_FAILED');
  });

  it('refuses 26 fragments that spread each other twice, at once', () => {
    const store = createDocumentStore(schema, options);
    const chain = Array.from({ length: 26 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    const started = processorMs();
    const prepared = store.prepare(`{ ...F0 } ${chain.join(' ')} fragment F26 on Query { b }`);
    expect(prepared).to.have.nested.property('errors[0].message', 'The operation has more than 500 fields.');
    expect(processorMs() - started).to.be.lessThan(1000);
  });

  it('refuses introspection that goes round in circles, which the limit of depth leaves alone', () => {
    const store = createDocumentStore(schema, options);
    const lists = '{ fields { type '.repeat(5);
    const prepared = store.prepare(`{ __schema { types ${lists} { name } ${'} }'.repeat(5)} } }`);
    expect(prepared).to.have.nested.property('errors[0].message', 'Maximum introspection depth exceeded');
  });

  it('says a mistake once, with all places where it was made', () => {
    const store = createDocumentStore(schema, options);
    const prepared = store.prepare(`{ b ${'@aa '.repeat(10)} }`);
    expect(prepared).to.have.property('errors').with.length(1);
    expect(prepared).to.have.nested.property('errors[0].locations').with.length(10);
  });

  it('stops at 20 mistakes', () => {
    const store = createDocumentStore(schema, options);
    const text = `{ ${Array.from({ length: 100 }, (_, index) => `x${index}`).join(' ')} }`;
    expect(store.prepare(text)).to.have.property('errors').with.length(21);
  });

  it('knows which operations may cost too much', () => {
    const costly = buildSchema('type Query { list(first: Int): [Query!]! b: String }');
    const store = createDocumentStore(costly, { ...options, limits: { ...options.limits, cost: 5 } });
    const isTooDear = (text: string): unknown => Reflect.get(store.prepare(text), 'mayExceedCost');
    expect(isTooDear('{ list(first: 5) { b } }')).to.equal(false);
    expect(isTooDear('{ list(first: 6) { b } }')).to.equal(true);
    expect(isTooDear('query ($n: Int) { list(first: $n) { b } }')).to.equal(true);
    expect(isTooDear('query A { b } query B { list(first: 6) { b } }')).to.equal(true);
  });

  context('when introspection is turned off', () => {
    const store = createDocumentStore(schema, { ...options, introspection: false });
    const messagesOf = (text: string): readonly string[] => {
      const prepared = store.prepare(text);
      return prepared.kind === 'invalid' ? prepared.errors.map(({ message }) => message) : [];
    };

    it('refuses __schema and __type wherever they stand', () => {
      for (const text of [
        '{ __schema { types { name } } }',
        '{ x: __type(name: "Query") { name } }',
        '{ a { ...F } } fragment F on Query { ... { __schema { queryType { name } } } }',
      ])
        expect(messagesOf(text)).to.include('Introspection is turned off here.');
    });

    it('answers __typename', () => {
      expect(messagesOf('{ __typename a { __typename } }')).to.deep.equal([]);
    });

    it('suggests no names', () => {
      const named = buildSchema('type Query { product(id: ID): Query }');
      for (const text of ['{ produc }', '{ product(ide: 1) { __typename } }', '{ ... on Quer { product } }']) {
        const [open, closed] = [true, false].map((introspection) =>
          JSON.stringify(createDocumentStore(named, { ...options, introspection }).prepare(text)),
        );
        expect(open).to.include('Did you mean');
        expect(closed).to.not.include('Did you mean');
      }
    });
  });
});
