import { expect } from 'chai';
import { GraphQLError } from 'graphql';
import type { Context } from '#extension-api';
import { type Answer, documentBackEnd, type Question } from '../../../src/engine/run/document-back-end.ts';
import { askedByDocuments, askWith } from '../../support/document-back-end.ts';
import { type ShopExtension, type StitchedShop, stitchedShop } from '../../support/stitched-shop.ts';

interface AskedShop extends StitchedShop {
  /** What the extensions were asked, in order. */
  readonly questions: Question[];
}

/** A shop whose extensions are all asked by documents. */
function shopOf(extensions: Readonly<Record<string, ShopExtension>>): AskedShop {
  const questions: Question[] = [];
  const shop = stitchedShop(extensions, {
    backEndOf: (subschema) =>
      documentBackEnd((question, context: Context) => {
        questions.push(question);
        return askWith(subschema, question, context);
      }),
  });
  return { ...shop, questions };
}

const signedIn = { kind: 'user', id: 'ann', permissions: [] } as const;

describe('an extension that is asked by documents', () => {
  it('is asked once for all root fields, and gets only the variables that it needs', async () => {
    const one = {
      sdl: 'type Query { a(x: Int): Int, b: Int }',
      resolvers: { Query: { a: (_: unknown, { x }: { x: number }) => x, b: () => 2 } },
    };
    const other = {
      sdl: 'extend type Query { c(y: Int): Int }',
      resolvers: { Query: { c: (_: unknown, { y }: { y: number }) => y } },
    };
    const shop = shopOf({ one, other });
    const { data } = await shop.run('query ($x: Int, $y: Int) { a(x: $x) b c(y: $y) }', { variables: { x: 1, y: 3 } });
    expect(data).to.deep.equal({ a: 1, b: 2, c: 3 });
    expect(shop.questions.map(({ variables }) => variables)).to.deep.equal([{ x: 1 }, { y: 3 }]);
  });

  it('is sent the same text each time', async () => {
    const shop = shopOf({ one: { sdl: 'type Query { a: Int }', resolvers: { Query: { a: () => 1 } } } });
    await shop.run('{ a }');
    await shop.run('{ a }');
    const [first, second] = shop.questions;
    expect(first?.text).to.equal(second?.text).and.to.include('a');
  });

  it('is asked for entities although the client has a variable of the same name', async () => {
    const shop = shopOf({
      catalog: {
        sdl: 'type Query { product(id: ID): Product } type Product @key(fields: "id") { id: ID! }',
        resolvers: {
          Query: { product: (_: unknown, { id }: { id: string }) => ({ id }) },
          Product: { __resolveReference: (reference: object) => reference },
        },
      },
      reviews: {
        sdl: 'extend type Product { stars(of: Int): Int }',
        resolvers: { Product: { stars: (_: unknown, { of }: { of: number }) => of } },
      },
    });
    const query = 'query ($keys: Int) { product(id: "1") { stars(of: $keys) } }';
    expect((await shop.run(query, { variables: { keys: 4 } })).data).to.deep.equal({ product: { stars: 4 } });
    expect(shop.questions[1]?.variables).to.have.all.keys('keys', 'keys_');
  });

  context('given a field that the caller may not have', () => {
    const guarded = (calls: string[]) => ({
      sdl: 'type Query { a: Int } type Mutation { open: Int, close: Int @authenticated }',
      resolvers: {
        Query: { a: () => 1 },
        Mutation: { open: () => calls.push('open'), close: () => calls.push('close') },
      },
    });

    it('is not asked for it', async () => {
      const calls: string[] = [];
      const shop = shopOf({ one: guarded(calls) });
      const { data, errors } = await shop.run('mutation { open close }');
      expect(data).to.deep.equal({ open: 1, close: null });
      expect(errors?.map(({ path, extensions }) => [path, extensions.code])).to.deep.equal([
        [['close'], 'UNAUTHENTICATED'],
      ]);
      expect(calls).to.deep.equal(['open']);
      expect(shop.questions.map(({ text }) => text).join()).not.to.include('close');
    });

    it('is asked for it by the next caller, who may', async () => {
      const calls: string[] = [];
      const shop = shopOf({ one: guarded(calls) });
      await shop.run('mutation { close }');
      expect((await shop.run('mutation { close }', { caller: signedIn })).data).to.deep.equal({ close: 1 });
    });
  });

  context('when it does not answer as it should', () => {
    const sdl = 'type Query { thing: Thing } type Thing @key(fields: "id") { id: ID! name: String }';
    const extend = 'extend type Thing { size: Int }';
    const answering = (answer: Answer) =>
      stitchedShop(
        {
          one: {
            sdl,
            resolvers: { Query: { thing: () => ({ id: '1' }) }, Thing: { __resolveReference: () => ({ id: '1' }) } },
          },
          other: { sdl: extend, resolvers: { Thing: { size: () => 1 } } },
        },
        {
          backEndOf: (subschema) =>
            subschema.extension === 'other' ? documentBackEnd(async () => answer) : askedByDocuments(subschema),
        },
      );

    for (const [what, answer] of [
      ['no data', { data: null, errors: [] }],
      ['too few entities', { data: { _entities: [] }, errors: [] }],
      ['no list', { data: { _entities: 1 }, errors: [] }],
    ] as const)
      it(`leaves null with an error, and the rest whole: ${what}`, async () => {
        const { data, errors } = await answering(answer).run('{ thing { id size } }');
        expect(data).to.deep.equal({ thing: { id: '1', size: null } });
        expect(errors?.map(({ path }) => path)).to.deep.equal([['thing', 'size']]);
      });

    it('reaches clients although the error leads to no null', async () => {
      const error = new GraphQLError('somewhere', { extensions: { code: 'ODD' } });
      const shop = answering({ data: { _entities: [{ size: 5 }] }, errors: [{ error, path: ['nowhere', 0] }] });
      const { data, errors } = await shop.run('{ thing { id size } }');
      expect(data).to.deep.equal({ thing: { id: '1', size: 5 } });
      expect(errors?.map(({ message, extensions }) => [message, extensions.code, extensions.extension])).to.deep.equal([
        ['somewhere', 'ODD', 'other'],
      ]);
    });
  });
});
