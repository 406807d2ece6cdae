import { expect } from 'chai';
import { GraphQLError, parse, printSchema } from 'graphql';
import { guestScope } from '../../pages/queries/shop-page.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { plain, stitchedShop } from '../../support/stitched-shop.ts';

describe('executeLenient', () => {
  let failing = '';
  const shop = stitchedShop(
    sampleExtensions((place) => {
      if (place === failing) throw new GraphQLError(`thrown at ${place}`);
      return undefined;
    }),
  );
  const run = async (query: string): Promise<ReturnType<typeof plain>> =>
    plain(await shop.gateway.executeLenient({ document: parse(query), scope: guestScope() }));

  it('answers as execute does where nothing fails', async () => {
    failing = '';
    const query =
      '{ product(id: "1") { name reviews { id author } extension { count } } search { ... on Product { label } } }';
    expect(await run(query)).to.deep.equal(plain(await shop.run(query)));
  });

  it('leaves a null where a non-null field fails, with the error at its path, and everything else', async () => {
    failing = 'Review.rating 1b';
    const { data, errors } = await run('{ product(id: "1") { name reviews { id rating } } }');
    expect(data).to.deep.equal({
      product: {
        name: 'Ashwagandha',
        reviews: [
          { id: '1a', rating: 4 },
          { id: '1b', rating: null },
        ],
      },
    });
    expect(errors).to.have.length(1);
    expect(errors[0]).to.include({ path: 'product.reviews.1.rating', message: 'thrown at Review.rating 1b' });
  });

  it('leaves the other roots where a non-null root fails', async () => {
    failing = 'Query.products';
    const { data } = await run('{ products { name } brand { name } }');
    expect(data).to.deep.equal({ products: null, brand: { name: 'Stoa' } });
  });

  it('changes nothing of the schema that clients see', () => {
    expect(printSchema(shop.gateway.schema)).to.include('reviews(first: Int = 2): [Review!]!');
  });
});
