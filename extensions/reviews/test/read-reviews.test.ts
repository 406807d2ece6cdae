import { expect } from 'chai';
import type { TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

interface Review {
  readonly id: string;
  readonly createdAt: string;
}

interface List {
  readonly reviews: { readonly nodes: readonly { readonly product: { readonly reviews: readonly Review[] } | null }[] };
}

interface Page {
  readonly reviews: {
    readonly nodes: readonly Review[];
    readonly edges: readonly { readonly cursor: string }[];
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly hasPreviousPage: boolean;
      readonly startCursor: string | null;
      readonly endCursor: string | null;
    };
  };
}

const pageText = `query ($first: Int, $after: String) {
  reviews(first: $first, after: $after) {
    nodes { id createdAt }
    edges { cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function newestFirst(a: Review, b: Review): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || Number(b.id) - Number(a.id);
}

describe('reviews: reading', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openReviews();
    // Of one moment, with ids that would sort otherwise as texts; and of one millisecond. Both products have no others.
    await shop.database.query(`
      insert into review (review_id, product_id, author, rating, comment, created_at)
      values (9998, '1015', 'Twin', 3, 'Alike', '2025-05-05T05:05:05.005Z'),
             (9999, '1015', 'Twin', 3, 'Alike', '2025-05-05T05:05:05.005Z'),
             (1000000, '1015', 'Twin', 3, 'Alike', '2025-05-05T05:05:05.005Z'),
             (20000, '1015', 'Twin', 3, 'Alike', '2025-05-05T05:05:05.005Z'),
             (9997, '1059', 'Twin', 3, 'Alike', '2025-06-06T06:06:06.006100Z'),
             (9996, '1059', 'Twin', 3, 'Alike', '2025-06-06T06:06:06.006200Z')`);
  });
  after(() => shop.close());

  describe('Product.reviews', () => {
    it('answers all fields of a review', async () => {
      const query = '{ product(id: "1028") { reviews { id author rating comment createdAt product { productId } } } }';
      const { data } = await shop.graphql<{ product: { reviews: readonly object[] } }>(query);
      expect(data?.product.reviews.at(-1)).to.deep.equal({
        id: '1',
        author: 'Björn E.',
        rating: 4,
        comment: 'Good strength, easy tablets.',
        createdAt: '2024-11-02T15:47:33.483Z',
        product: { productId: '1028' },
      });
    });

    it('answers an empty list for a product without reviews', async () => {
      expect(await shop.graphql('{ product(id: "1016") { reviews { id } } }')).to.deep.equal({
        data: { product: { reviews: [] } },
      });
    });

    it('puts the greater id first where the moment is the same', async () => {
      expect(await shop.graphql('{ product(id: "1015") { reviews { id } } }')).to.deep.equal({
        data: { product: { reviews: [{ id: '1000000' }, { id: '20000' }, { id: '9999' }, { id: '9998' }] } },
      });
    });

    it("answers each product's own, newest first, with one query for all products", async () => {
      shop.queries();
      const { data } = await shop.graphql<List>(
        '{ reviews(first: 100) { nodes { product { reviews { id createdAt } } } } }',
      );
      const lists = data?.reviews.nodes.flatMap(({ product }) => (product === null ? [] : [product.reviews])) ?? [];
      expect(lists).to.have.lengthOf.above(50);
      for (const reviews of lists) expect(reviews).to.deep.equal(reviews.toSorted(newestFirst));
      // One for the list itself, and one for the level below.
      expect(shop.queries()).to.have.lengthOf(2);
    });
  });

  describe('Review.product', () => {
    it('is the product, and costs no query of its own', async () => {
      shop.queries();
      const query = '{ reviews(first: 100) { nodes { product { url } } } }';
      const { data } = await shop.graphql<{ reviews: { nodes: readonly { product: object | null }[] } }>(query);
      const products = data?.reviews.nodes.map((node) => node.product);
      expect(products?.some((product) => product !== null)).to.equal(true);
      expect(shop.queries()).to.have.lengthOf(1);
    });

    it('is null for a review of the shop', async () => {
      const query = 'query ($after: String) { reviews(first: 1, after: $after) { nodes { id product { url } } } }';
      const after = encode('review:2024-12-16T07:47:24.132Z:1');
      expect(await shop.graphql(query, { after })).to.deep.equal({
        data: { reviews: { nodes: [{ id: '22', product: null }] } },
      });
    });

    it('has nothing of a product that is no longer sold', async () => {
      await using other = await openReviews({ seed: false });
      await other.database.query(`
        insert into review (product_id, author, rating, comment) values ('4711', 'Ann', 2, 'No longer sold.')`);
      expect(await other.graphql('{ reviews { nodes { comment product { url } } } }')).to.deep.include({
        data: { reviews: { nodes: [{ comment: 'No longer sold.', product: { url: null } }] } },
      });
    });
  });

  describe('Query.reviews', () => {
    async function readPage(variables: Readonly<Record<string, unknown>>): Promise<Page['reviews']> {
      const { data, errors } = await shop.graphql<Page>(pageText, variables);
      if (data == null) throw new Error(JSON.stringify(errors));
      return data.reviews;
    }

    it('answers the newest twenty when nothing else is asked for', async () => {
      expect((await readPage({})).nodes).to.have.lengthOf(20);
      expect(await readPage({ first: null, after: null })).to.deep.equal(await readPage({}));
    });

    it('answers every review once, newest first, when a client follows the cursors', async () => {
      // Seven to a page, so that pages begin and end anywhere.
      const pages = [await readPage({ first: 7 })];
      for (let page = pages[0]; page?.pageInfo.hasNextPage; page = pages.at(-1))
        pages.push(await readPage({ first: 7, after: page.pageInfo.endCursor }));
      const reviews = pages.flatMap((page) => page.nodes);
      expect(new Set(reviews.map((review) => review.id)).size).to.equal(325);
      expect(reviews).to.deep.equal(reviews.toSorted(newestFirst)).and.to.have.lengthOf(325);
    });

    it('goes on between two reviews of one moment', async () => {
      const after = encode('review:2025-05-05T05:05:05.005Z:20000');
      const { nodes, pageInfo } = await readPage({ first: 2, after });
      expect(nodes.map((node) => node.id)).to.deep.equal(['9999', '9998']);
      expect(pageInfo).to.deep.include({ hasNextPage: true, hasPreviousPage: true });
    });

    it('goes on between two reviews of one millisecond', async () => {
      const { nodes } = await readPage({ first: 1, after: encode('review:2025-06-06T06:06:06.006Z:9997') });
      expect(nodes).to.deep.equal([{ id: '9996', createdAt: '2025-06-06T06:06:06.006Z' }]);
    });

    it('says where a page lies', async () => {
      const { edges, pageInfo } = await readPage({ first: 2 });
      expect(pageInfo).to.deep.equal({
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: edges[0]?.cursor,
        endCursor: edges[1]?.cursor,
      });
    });

    it('answers an empty page after the oldest', async () => {
      const after = encode('review:2001-01-01T00:00:00.000Z:1');
      expect(await readPage({ after })).to.deep.equal({
        nodes: [],
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
      });
    });

    it('counts all reviews, with a query of its own', async () => {
      shop.queries();
      expect(await shop.graphql('{ reviews(first: 1) { totalCount } }')).to.deep.equal({
        data: { reviews: { totalCount: 325 } },
      });
      expect(shop.queries()).to.have.lengthOf(2);
    });

    for (const first of [0, -1, 101])
      it(`refuses first: ${first}`, async () => {
        const answer = await shop.graphql(pageText, { first });
        expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
        expect(answer).to.have.nested.property('errors[0].message', `"first" must be 1 to 100, but is ${first}.`);
      });

    for (const [what, after] of Object.entries({
      'an empty text': '',
      'another list': encode('product:1001'),
      'a day that no month has': encode('review:2025-02-30T00:00:00.000Z:1'),
      'the year 0': encode('review:0000-01-01T00:00:00.000Z:1'),
      'a year of six digits': encode('review:+275760-09-12T00:00:00.000Z:1'),
      'a malformed id': encode('review:2025-02-03T00:00:00.000Z:007'),
      'characters that base64 skips': `${encode('review:2025-02-03T00:00:00.000Z:7')}!`,
    }))
      it(`refuses a cursor made of ${what}`, async () => {
        const answer = await shop.graphql(pageText, { after });
        expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
        expect(answer).to.have.nested.property('errors[0].message', '"after" is not a cursor of this list.');
      });
  });
});
