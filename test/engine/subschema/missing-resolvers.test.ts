import { expect } from 'chai';
import { composeGraphql } from '../../../src/engine/compose/compose-graphql.ts';
import { describeResolvers } from '../../../src/engine/subschema/describe-resolvers.ts';
import { missingResolvers } from '../../../src/engine/subschema/missing-resolvers.ts';
import { coreSchema } from '../../../src/gateway/core-schema.ts';
import { manifestOf } from '../../support/manifest-of.ts';

const catalog = manifestOf('catalog', 'type Product @key(fields: "id") { id: ID! name: String }');

/** The fields that `wishlist` leaves without a resolver, each with its place. */
function missing(sdl: string, value: unknown): readonly string[] {
  const manifest = manifestOf('wishlist', sdl);
  const { composition, findings } = composeGraphql([catalog, manifest], { own: coreSchema });
  expect(findings).to.deep.equal([]);
  const described = describeResolvers([{ file: '/wishlist/1.ts', value }]);
  return missingResolvers(manifest, composition, described).map(
    ({ code, what, where }) => `${code} ${/"(.*?)"/.exec(what)?.[1]} ${where.line}:${where.column}`,
  );
}

describe('missingResolvers', () => {
  it('names root fields without a resolver, and their places', () => {
    const sdl = 'type Query { a: Int b: Int }\ntype Mutation {\n  c: Int\n}';
    expect(missing(sdl, { Query: { a: () => 1 } })).to.deep.equal([
      'RESOLVER_MISSING Query.b 1:21',
      'RESOLVER_MISSING Mutation.c 3:3',
    ]);
  });

  it("names fields of other extensions' entities", () => {
    const sdl = 'extend type Product @key(fields: "id") { id: ID! likes: Int }';
    expect(missing(sdl, {})).to.deep.equal(['RESOLVER_MISSING Product.likes 1:50']);
    expect(missing(sdl, { Product: { likes: { batch: () => [] } } })).to.deep.equal([]);
  });

  it('leaves fields alone whose values can come with their parents', () => {
    const reference = { Product: { __resolveReference: () => null } };
    expect(missing('extend type Product { likes: Int }', reference)).to.deep.equal([]);
    const handsOut = 'extend type Product { likes: Int } type Query { top: Product }';
    expect(missing(handsOut, { Query: { top: () => null } })).to.deep.equal([]);
    expect(missing('type Own @key(fields: "id") { id: ID! text: String }', {})).to.deep.equal([]);
  });
});
