import { expect } from 'chai';
import { forEachPlacement, type TestGateway } from '../support/start-gateway.ts';

forEachPlacement('internal fields', (start) => {
  let shop: TestGateway;
  before(async () => {
    shop = await start({ fixture: 'internal-fields' });
  });
  after(() => shop[Symbol.asyncDispose]());

  type Answer = { readonly data?: unknown; readonly refused?: string };
  const post = async (path: string, body: object): Promise<Answer> =>
    (await shop.rest<Answer>('POST', path, { body })).body;
  const order = (when: string): Promise<Answer> => post('/orders', { pieces: 2, when });
  const reserved = { data: { reserveStock: { id: '1', unit: 'PIECE' } } };

  describe('of an extension whose uses name them', () => {
    it('answer context.query, also of a guest', async () => {
      expect(await order('before')).to.deep.equal(reserved);
      expect(await order('look')).to.deep.equal({
        data: { reservedPieces: 2, shelves: [{ id: '1', purchasePrice: 70, margin: 30 }] },
      });
    });

    it('are named by the answer, where they are optional and no extension has them', async () => {
      for (const _ of ['a new text', 'a repeated one'])
        expect(await order('absent')).to.deep.equal({
          data: null,
          errors: [
            {
              message:
                'context.query: no enabled extension has "Mutation.stampOrder". Look at "absent" of the answer before its data.',
            },
          ],
          absent: 'Mutation.stampOrder',
        });
    });

    it('give what @requires names, also to clients', async () => {
      const { data } = await shop.graphql('{ shelves { id margin } }');
      expect(data).to.deep.equal({ shelves: [{ id: '1', margin: 30 }] });
    });
  });

  describe('of an extension whose uses do not name them', () => {
    for (const [query, field] of [
      ['mutation { reserveStock(input: { sku: "a", pieces: 1 }) { id } }', 'Mutation.reserveStock'],
      ['{ shelves { ...S } } fragment S on Shelf { id p: purchasePrice }', 'Shelf.purchasePrice'],
      ['query ($no: Boolean = false) { shelves { id } reservedPieces @include(if: $no) }', 'Query.reservedPieces'],
    ] as const)
      it(`refuse ${field}, and say what to write`, async () => {
        for (const _ of ['a new text', 'a repeated one', 'a kept one'])
          expect(await post('/spy', { query })).to.deep.equal({
            refused: `context.query: "${field}" is internal, and the extension "spy" does not use it. Add "${field}" to "uses" in its package.json, beside "version": "stoa": { "version": "^0.1.0", "uses": ["${field}"] }.`,
          });
        const { data } = await shop.graphql('{ shelves { id } }');
        expect(data).to.deep.equal({ shelves: [{ id: '1' }] });
      });

    it('do not keep it from all others', async () => {
      expect(await post('/spy', { query: '{ shelves { id } }' })).to.deep.equal({ data: { shelves: [{ id: '1' }] } });
    });
  });

  describe('context.query and a transaction', () => {
    for (const when of ['inside', 'deeper'])
      it(`is refused ${when} of it, and says why`, async () => {
        expect((await order(when)).refused).to.match(
          /^context\.query within database\.transaction: .* wait for each other .* Ask before the transaction, or after it\.$/,
        );
      });

    for (const when of ['beside', 'after'])
      it(`answers ${when} it`, async () => {
        expect((await order(when)).data).to.have.nested.property('reserveStock.unit', 'PIECE');
      });

    it('never fails for all requests at once, before it', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => order('before')));
      expect(answers.filter(({ data }) => data === undefined)).to.deep.equal([]);
    });
  });
});
