import { expect } from 'chai';
import { schemaType } from '../../src/types/schema-type.ts';

describe('schemaType', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [true, 'unknown'],
    [false, 'never'],
    [{ $ref: '#/x' }, 'unknown'],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'string'],
    [{ type: 'array', items: { $ref: '#/$defs/a~1b' }, $defs: { 'a/b': { enum: [1, 2] } } }, 'ReadonlyArray<1 | 2>'],
    [
      { $ref: '#/$defs/tree', $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      'readonly unknown[]',
    ],
    [{ $ref: 'https://example.org/x' }, 'unknown'],
    [{ const: 1 }, '1'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'number' }] }, 'string | number'],
    [{ oneOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'ReadonlyArray<string | null>'],
    [{ type: 'array' }, 'readonly unknown[]'],
    [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Readonly<Record<string, number>>'],
    [{ enum: ['a', { b: 1 }] }, 'unknown'],
  ];
  for (const [schema, type] of cases) {
    it(`${JSON.stringify(schema)} is ${type}`, () => expect(schemaType(schema)).to.equal(type));
  }
});
