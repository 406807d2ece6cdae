import { expect } from 'chai';
import { GraphQLObjectType, GraphQLSchema, GraphQLString, graphql } from 'graphql';
import { inspectValue } from '../../src/base/is-object.ts';

class Named {
  readonly inner = { deep: { deeper: { deepest: 1 } } };
}

const circle: Record<string, unknown> = { a: 1 };
circle.self = circle;

const values: Readonly<Record<string, unknown>> = {
  'an object': { a: 1, b: 'two', c: null, d: undefined },
  'an object without members': {},
  'nested objects and lists': { a: { b: { c: { d: 1 } } }, list: [[[1]]], none: [] },
  'an object of a class': new Named(),
  'nested objects of a class': { a: { b: new Named() } },
  functions: {
    named: function go() {
      return 1;
    },
    other: (
      () => () =>
        undefined
    )(),
  },
  'a circle': circle,
  'a long list': { eleven: Array.from({ length: 11 }).fill(0), twelve: Array.from({ length: 12 }).fill('x') },
  'what says itself how it is written': { date: new Date(0), own: { toJSON: () => ({ x: 1 }) } },
  'other values': { big: 1n, symbol: Symbol('s'), not: Number.NaN, yes: true },
};

describe('a value in an error’s message', () => {
  for (const [situation, value] of Object.entries(values)) {
    it(`is what graphql-js shows of ${situation}`, async () => {
      const type = new GraphQLObjectType({
        name: 'Thing',
        isTypeOf: () => false,
        fields: { a: { type: GraphQLString } },
      });
      const query = new GraphQLObjectType({ name: 'Query', fields: { thing: { type, resolve: () => value } } });
      const { errors = [] } = await graphql({ schema: new GraphQLSchema({ query }), source: '{ thing { a } }' });
      expect(errors[0]?.message).to.equal(`Expected value of type "Thing" but got: ${inspectValue(value)}.`);
    });
  }
});
