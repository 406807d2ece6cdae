import { expect } from 'chai';
import { parse } from 'graphql';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

interface Answered {
  readonly data: unknown;
  readonly errors: readonly string[];
}

interface Told {
  readonly measures?: () => unknown;
  readonly prices?: () => unknown;
}

const oneBox = { id: '7', width: 2, seal: { wax: 'red' } };
const onePrice = { id: '7', price: 9, seal: { year: 1999 } };

/** Two extensions give the same boxes, which have no key; each knows something else of them. */
function boxes({
  measures = () => oneBox,
  prices = () => onePrice,
}: Told = {}): Readonly<Record<string, ShopExtension>> {
  return {
    measures: {
      sdl: `type Query { box: Box @shareable boxes: [Box] @shareable }
        type Box { id: ID! @shareable width: Int seal: Seal @shareable } type Seal { wax: String }`,
      resolvers: { Query: { box: measures, boxes: measures } },
    },
    prices: {
      sdl: `type Query { box: Box @shareable boxes: [Box] @shareable }
        type Box { id: ID! @shareable price: Int! seal: Seal @shareable } type Seal { year: Int }`,
      resolvers: { Query: { box: prices, boxes: prices } },
    },
  };
}

for (const [tier, options] of Object.entries(plannedTiers)) {
  const answer = async (told: Told, query: string): Promise<Answered> => {
    const shop = stitchedShop(boxes(told), options);
    const document = parse(query);
    await shop.run(document);
    const { data, errors = [] } = await shop.run(document);
    return { data: JSON.parse(JSON.stringify(data)), errors: errors.map(({ path }) => path?.join('.') ?? '') };
  };

  describe(`objects of which several extensions know a part, in ${tier}`, () => {
    it('are put together, in the client’s order', async () => {
      const { data, errors } = await answer({}, '{ box { price seal { year wax } kind: __typename width id } }');
      expect(JSON.stringify(data)).to.equal(
        '{"box":{"price":9,"seal":{"year":1999,"wax":"red"},"kind":"Box","width":2,"id":"7"}}',
      );
      expect(errors).to.deep.equal([]);
    });

    it('are asked of one extension where that one knows all that is wanted', async () => {
      const shop = stitchedShop(boxes(), options);
      await shop.run('{ box { id price } }');
      expect(shop.calls).to.deep.equal(['prices']);
    });

    it('are put together in lists, item by item', async () => {
      const told = { measures: () => [oneBox, null], prices: () => [onePrice, null] };
      expect(await answer(told, '{ boxes { width price } }')).to.deep.equal({
        data: { boxes: [{ width: 2, price: 9 }, null] },
        errors: [],
      });
    });

    it('keep what is known when the other extension has none', async () => {
      const told = { prices: () => null };
      expect(await answer(told, '{ box { width seal { wax year } id } }')).to.deep.equal({
        data: { box: { width: 2, seal: { wax: 'red', year: null }, id: '7' } },
        errors: [],
      });
    });

    it('are null where what only the other extension has must not be null', async () => {
      const told = { prices: () => null };
      expect(await answer(told, '{ box { width price } }')).to.deep.equal({
        data: { box: null },
        errors: ['box.price'],
      });
    });

    it('have the other extension’s error where its field is', async () => {
      const told = {
        prices: () => ({
          ...onePrice,
          seal: {
            year: () => {
              throw new Error('unreadable');
            },
          },
        }),
      };
      expect(await answer(told, '{ box { width seal { wax year } price } }')).to.deep.equal({
        data: { box: { width: 2, seal: { wax: 'red', year: null }, price: 9 } },
        errors: ['box.seal.year'],
      });
    });

    it('keep what each extension gave of them under keys of its own when another field fails', async () => {
      const told = { measures: () => ({ ...oneBox, width: new Error('unreadable') }) };
      expect(await answer(told, '{ box { ours: seal { wax } theirs: seal { year } width } }')).to.deep.equal({
        data: { box: { ours: { wax: 'red' }, theirs: { year: 1999 }, width: null } },
        errors: ['box.width'],
      });
    });

    it('are known in part when the lists do not fit', async () => {
      const told = { measures: () => [oneBox], prices: () => [onePrice, onePrice] };
      const { data } = await answer(told, '{ boxes { width seal { wax year } } }');
      expect(data).to.deep.equal({ boxes: [{ width: 2, seal: { wax: 'red', year: null } }] });
    });
  });
}
