import { expect } from 'chai';
import { parse } from 'graphql';
import { contractOf, missingParts } from '../../../src/placement/wire/contract.ts';

const contract = (sdl: string) =>
  contractOf({ version: '1', endpoints: [], pages: [], tasks: [], sdl: [{ file: 'a.graphql', document: parse(sdl) }] });

const own = contract('type Thing @key(fields: "id") { id: ID! name(long: Boolean): String } enum Size { S M }');

describe('what a gateway needs of an instance', () => {
  it('is the same whatever the order and the descriptions', () => {
    const other = contract(
      '"a size" enum Size { M S } type Thing @key(fields: "id") { name(long: Boolean): String id: ID! }',
    );
    expect(other.digest).to.equal(own.digest);
  });

  it('is there when the instance has more', () => {
    const more = contract(
      'type Thing @key(fields: "id") { id: ID! name(long: Boolean): String x: Int } enum Size { S M L } type New { a: Int }',
    );
    expect(missingParts(own, more)).to.deep.equal([]);
    expect(missingParts(more, own)).to.deep.equal(['New.a: Int', 'Size.L', 'Thing.x: Int', 'type New']);
  });

  for (const [what, sdl, missing] of [
    ['a field', 'type Thing @key(fields: "id") { id: ID! } enum Size { S M }', 'Thing.name(long: Boolean): String'],
    ['a type', 'type Thing @key(fields: "id") { id: ID! name(long: Boolean): Int } enum Size { S M }', 'Thing.name'],
    ['a key', 'type Thing { id: ID! name(long: Boolean): String } enum Size { S M }', 'Thing @key(fields: "id")'],
    ['a value', 'type Thing @key(fields: "id") { id: ID! name(long: Boolean): String } enum Size { S }', 'Size.M'],
  ] as const)
    it(`is not there without ${what}`, () => {
      expect(missingParts(own, contract(sdl)).join()).to.include(missing);
    });
});
