import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface List {
  readonly products: {
    readonly nodes: readonly {
      readonly extension: { readonly supplement: { readonly dosage: string } | null } | null;
    }[];
  };
}

describe('supplement', () => {
  let shop: TestExtension;
  before(async () => {
    // The catalog's contract stands in for it. This is its list of products.
    const nodes = Array.from({ length: 72 }, (_, index) => ({ productId: String(1001 + index) }));
    shop = await openExtension('supplement', { mocks: { Query: { products: { nodes } } } });
  });
  after(() => shop.close());

  context('when the product is a supplement', () => {
    it('answers what is on its label', async () => {
      const query = `{ product(id: "1002") { extension { supplement {
        ingredients benefits presentation dosage warnings storage
      } } } }`;
      expect(await shop.graphql(query)).to.deep.equal({
        data: {
          product: {
            extension: {
              supplement: {
                ingredients: 'Extra virgin olive oil, cholecalciferol, gelatine capsule (bovine), glycerol',
                benefits: ['Normal bones and teeth', 'Normal muscle function', 'Normal function of the immune system'],
                presentation: 'Bottle of 120 softgels',
                dosage: '1 softgel a day with the main meal',
                warnings:
                  'Do not combine with other vitamin D products without advice. Keep out of reach of young children.',
                storage: 'Store below 25 °C in a dry place, tightly closed.',
              },
            },
          },
        },
      });
    });
  });

  context('when the product is no supplement', () => {
    it('answers an extension whose supplement is null', async () => {
      expect(await shop.graphql('{ product(id: "1067") { extension { supplement { dosage } } } }')).to.deep.equal({
        data: { product: { extension: { supplement: null } } },
      });
    });
  });

  context('when a list of products is asked for', () => {
    it("answers each product's own label, with one query for all", async () => {
      shop.queries();
      const query = '{ products(first: 100) { nodes { extension { supplement { dosage } } } } }';
      const { data } = await shop.graphql<List>(query);
      const dosages = data?.products.nodes.map((node) => node.extension?.supplement?.dosage);
      expect(dosages?.filter((dosage) => dosage !== undefined)).to.have.lengthOf(64);
      expect(dosages?.slice(0, 2)).to.deep.equal(['1 tablet a day with a meal', '1 softgel a day with the main meal']);
      expect(shop.queries()).to.have.lengthOf(1);
    });
  });

  context('when the supplement itself is not asked for', () => {
    it('sends no query', async () => {
      shop.queries();
      await shop.graphql('{ product(id: "1001") { extension { __typename } } }');
      expect(shop.queries()).to.deep.equal([]);
    });
  });
});
