import { expect } from 'chai';
import { getIntrospectionQuery, parse } from 'graphql';
import {
  checkLimits,
  measureOperations,
  type OperationLimits,
} from '../../../src/gateway/graphql/documents/operation-limits.ts';
import { processorMs } from '../../support/processor-ms.ts';

function messages(text: string, changes: Partial<OperationLimits> = {}): readonly string[] {
  const limits = { depth: 3, aliases: 2, fields: 1000, directives: 2, ...changes };
  return checkLimits(measureOperations(parse(text)), limits).map(({ message }) => message);
}

describe('the limits of an operation', () => {
  context('depth', () => {
    it('counts nested fields', () => {
      expect(messages('{ a { b { c } } }')).to.deep.equal([]);
      expect(messages('{ a { b { c { d } } } }')).to.deep.equal(['The operation is 4 fields deep; the limit is 3.']);
    });

    it('counts through fragments, named and inline, which add nothing themselves', () => {
      expect(messages('{ a { ... on A { b { ...C } } } } fragment C on C { c }')).to.deep.equal([]);
      expect(messages('{ a { ... on A { b { ...C } } } } fragment C on C { c { d } }')).to.have.length(1);
    });

    it('looks at each operation of the document', () => {
      expect(messages('query A { a } query B { a { b { c { d } } } }')).to.have.length(1);
    });

    it('leaves introspection out, GraphiQL reads the whole schema', () => {
      expect(messages(getIntrospectionQuery())).to.deep.equal([]);
    });

    it('counts other fields than introspection', () => {
      expect(messages('{ __typename a { b { c { d __typename } } } }')).to.have.length(1);
    });
  });

  context('aliases', () => {
    it('counts them at all levels, on __typename too', () => {
      expect(messages('{ x: a { y: b } }')).to.deep.equal([]);
      expect(messages('{ x: a { y: b z: __typename } }')).to.deep.equal(['The operation has more than 2 aliases.']);
    });

    it('counts those of a fragment wherever it is spread', () => {
      expect(messages('{ a { ...F } b { ...F } } fragment F on F { x: c }')).to.deep.equal([]);
      expect(messages('{ a { ...F } b { ...F } c { ...F } } fragment F on F { x: c }')).to.have.length(1);
    });
  });

  context('fields', () => {
    it('counts equal ones each time, which the rules of GraphQL let pass', () => {
      expect(messages(`{ ${'__typename '.repeat(3)} }`, { fields: 3 })).to.deep.equal([]);
      expect(messages(`{ ${'__typename '.repeat(4)} }`, { fields: 3 })).to.deep.equal([
        'The operation has more than 3 fields.',
      ]);
    });

    it('counts those of a fragment wherever it is spread', () => {
      const text = '{ a { ...F } b { ...F } } fragment F on F { c d }';
      expect(messages(text, { fields: 6 })).to.deep.equal([]);
      expect(messages(text, { fields: 5 })).to.have.length(1);
    });
  });

  context('directives', () => {
    it('counts those of the operation, its variables, its fields and its fragments', () => {
      for (const text of [
        'query @a @b @c { x }',
        'query ($v: Int @a @b @c) { x }',
        '{ x @a @b @c }',
        '{ ... @a @b { x @c } }',
        '{ ...F @a } fragment F on Q @b { x @c }',
      ]) {
        expect(messages(text)).to.deep.equal(['The operation has more than 2 directives.']);
        expect(messages(text, { directives: 3 })).to.deep.equal([]);
      }
    });
  });

  context('when fragments are made to take for ever', () => {
    it('measures 26 fragments that spread each other twice at once', () => {
      const started = processorMs();
      const chain = Array.from({ length: 26 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
      const text = `{ ...F0 } ${chain.join(' ')} fragment F26 on Query { x: a }`;
      expect(messages(text)).to.deep.equal([
        'The operation has more than 2 aliases.',
        'The operation has more than 1000 fields.',
      ]);
      expect(processorMs() - started).to.be.lessThan(500);
    });

    it('comes to an end with a cycle', () => {
      expect(messages('{ ...A } fragment A on Q { a { ...B } } fragment B on Q { b { ...A } }')).to.deep.equal([]);
      expect(messages('{ ...A } fragment A on Q { ...A }')).to.deep.equal([]);
    });

    it('comes to an end with an unknown fragment', () => {
      expect(messages('{ a { ...Missing } }')).to.deep.equal([]);
    });
  });
});
