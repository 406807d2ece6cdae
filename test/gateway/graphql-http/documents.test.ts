import { expect } from 'chai';
import { buildSchema } from 'graphql';
import { createDocumentStore } from '../../../src/gateway/graphql-http/operation-documents.ts';

const schema = buildSchema('type Query { a: Query b: String }');
const limits = { depth: 12, aliases: 30, tokens: 2000 };

describe('the document store', () => {
  it('prepares each text once, whether it is valid or not', () => {
    const store = createDocumentStore(schema, limits);
    for (const [text, kind] of [
      ['{ b }', 'valid'],
      ['{ c }', 'invalid'],
      ['{', 'invalid'],
    ] as const) {
      const first = store.prepare(text);
      expect(first.kind).to.equal(kind);
      expect(store.prepare(text)).to.equal(first);
    }
  });

  it('tells texts apart that differ by a blank', () => {
    const store = createDocumentStore(schema, limits);
    expect(store.prepare('{ b }')).to.not.equal(store.prepare('{  b }'));
  });

  it('forgets the oldest when there are too many', () => {
    const store = createDocumentStore(schema, limits);
    const first = store.prepare('{ b }');
    for (let index = 0; index < 2000; index++) store.prepare(`# ${index}\n{ b }`);
    expect(store.prepare('{ b }')).to.not.equal(first);
  });

  it('forgets the oldest when they are too large together', () => {
    const store = createDocumentStore(schema, limits);
    const first = store.prepare('{ b }');
    // About 2 MB each, the text counted as two bytes a character.
    for (let index = 0; index < 40; index++) store.prepare(`#${index}${'x'.repeat(1_000_000)}\n{ b }`);
    expect(store.prepare('{ b }')).to.not.equal(first);
  });

  it('refuses fragments that spread themselves, at once', () => {
    const store = createDocumentStore(schema, limits);
    const prepared = store.prepare('{ ...A } fragment A on Query { a { ...B } } fragment B on Query { a { ...A } }');
    expect(prepared).to.have.property('kind', 'invalid');
    expect(prepared).to.have.nested.property('errors[0].extensions.code', 'GRAPHQL_VALIDATION_FAILED');
  });

  it('takes 26 fragments that spread each other twice at once', () => {
    const store = createDocumentStore(schema, limits);
    const chain = Array.from({ length: 26 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    const started = performance.now();
    expect(store.prepare(`{ ...F0 } ${chain.join(' ')} fragment F26 on Query { b }`).kind).to.equal('valid');
    expect(performance.now() - started).to.be.lessThan(1000);
  });

  it('refuses introspection that goes round in circles, which the limit of depth leaves alone', () => {
    const store = createDocumentStore(schema, limits);
    const lists = '{ fields { type '.repeat(5);
    const prepared = store.prepare(`{ __schema { types ${lists} { name } ${'} }'.repeat(5)} } }`);
    expect(prepared).to.have.nested.property('errors[0].message', 'Maximum introspection depth exceeded');
  });
});
