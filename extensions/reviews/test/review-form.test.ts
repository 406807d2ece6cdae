import { expect } from 'chai';
import { elementWith, type TestExtension } from 'stoa/testing';
import { openReviews } from './open-reviews.ts';

const review = { author: 'Ann', rating: '4', comment: 'Good.' };

describe('reviews: on the product page', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openReviews();
  });
  after(() => shop.close());

  function post(fields: Readonly<Record<string, string>>, productId = '1001') {
    return shop.form(`/products/${productId}/reviews`, fields);
  }

  context('when a browser posts a review', () => {
    it('leads back to the product, where it comes first', async () => {
      const { status, location } = await post({ ...review, comment: 'Posted by a form.' }, '1016');
      expect(status).to.equal(303);
      expect(location).to.match(/^\/products\/1016#review-\d+$/);
      const { html } = await shop.page(`/products/1016`);
      const id = location?.split('#')[1];
      expect(html.indexOf(`id="${id}"`))
        .to.be.above(0)
        .and.to.equal(html.indexOf('id="review-1'));
      expect(elementWith(html, 'li', `id="${id}"`))
        .to.contain('Posted by a form.')
        .and.to.contain('4 out of 5 stars');
      // The style shows it above the review that the address names.
      expect(html).to.contain('Thank you for your review.');
    });
  });

  context('when the same review is sent again', () => {
    const again = { ...review, comment: 'Sent again.' };
    const countOf = async (productId: string): Promise<number> => {
      const { body } = await shop.rest<{ data: { reviews: unknown[] } }>('GET', `/products/${productId}/reviews`);
      return body.data.reviews.length;
    };
    const formKey = async (): Promise<string> =>
      /name="formKey" value="([^"]+)"/.exec((await shop.page('/products/1020')).html)?.[1] ?? '';

    it('is one review, though a page that comes back has another key', async () => {
      const before = await countOf('1020');
      const [one, other] = [await formKey(), await formKey()];
      expect(one).to.not.equal(other);
      const { location } = await post({ ...again, formKey: one }, '1020');
      expect(await post({ ...again, formKey: other }, '1020')).to.include({ status: 303, location });
      expect(await countOf('1020')).to.equal(before + 1);
    });

    it('is one review when clients without a form send it at once', async () => {
      const before = await countOf('1021');
      const send = () => shop.rest<{ data: { review: { id: string } } }>('POST', '/products/1021/reviews', options);
      const options = { body: { ...again, rating: 4 } };
      const answers = await Promise.all([send(), send(), send()]);
      expect(new Set(answers.map(({ body }) => body.data.review.id))).to.have.lengthOf(1);
      expect(await countOf('1021')).to.equal(before + 1);
    });

    it('is another review with other words, from another customer, and after ten minutes', async () => {
      const before = await countOf('1022');
      await post(again, '1022');
      await post({ ...again, comment: 'Other words.' }, '1022');
      const body = { ...again, rating: 4 };
      await shop.rest('POST', '/products/1022/reviews', { body, token: await shop.token({ id: 'bea' }) });
      expect(await countOf('1022')).to.equal(before + 3);
      await shop.database.query(
        "update review set created_at = created_at - interval '11 minutes' where product_id = '1022' and source is not null",
      );
      await post(again, '1022');
      expect(await countOf('1022')).to.equal(before + 4);
    });
  });

  context('when a product has more reviews than a part shows', () => {
    it('leads to all of them, part by part', async () => {
      await shop.database.query(
        `insert into review (product_id, author, rating, comment) select '1017', 'Ann', 5, 'No. ' || n from generate_series(1, 50) n`,
      );
      const [{ total } = { total: 0 }] = await shop.database.query<{ total: number }>(
        "select count(*)::integer as total from review where product_id = '1017'",
      );
      const ids: string[] = [];
      for (let path: string | undefined = '/products/1017'; path !== undefined; ) {
        const { html } = await shop.page(path);
        expect(html).to.contain(`from ${total} reviews`);
        ids.push(...[...html.matchAll(/<li id="review-(\d+)"/g)].map(([, id = '']) => id));
        path = /<a rel="next" href="([^"#]*)#reviews"/.exec(html)?.[1];
      }
      expect(new Set(ids)).to.have.lengthOf(total);
      expect(ids).to.deep.equal(ids.toSorted((one, other) => Number(other) - Number(one)));
    });

    it('shows the newest for an address that is none of its own', async () => {
      const first = (html: string) => /<li id="review-\d+"/.exec(html)?.[0];
      const { html } = await shop.page('/products/1017');
      expect(first((await shop.page('/products/1017?reviews=2')).html)).to.equal(first(html));
      for (const year of ['0000', '+275760']) {
        const part = Buffer.from(`product-reviews:NEWEST 0 1 ${year}-01-01T00:00:00.000Z`).toString('base64url');
        const forged = await shop.page(`/products/1017?reviews=${part}`);
        expect([forged.status, first(forged.html)]).to.deep.equal([200, first(html)]);
      }
    });
  });

  context('when a client that wants JSON posts the form', () => {
    it('answers 201 with the review', async () => {
      const answer = await fetch(`${shop.url}/products/1001/reviews`, {
        method: 'POST',
        headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams(review),
      });
      expect(answer.status).to.equal(201);
      expect(await answer.json()).to.have.nested.property('data.review.rating', 4);
    });
  });

  context('when the form is refused', () => {
    it('shows the page again with the fields that are wrong, and what was typed in', async () => {
      const { status, html } = await post({ author: ' ', rating: '2', comment: 'Still <here>.' });
      expect(status).to.equal(400);
      expect(html).to.contain('Write a review');
      const author = elementWith(html, 'input', 'id="review-author"').split('>')[0];
      expect(author).to.contain('aria-invalid="true"').and.to.contain('aria-describedby="review-author-error"');
      expect(elementWith(html, 'p', 'id="review-author-error"')).to.contain('Enter a name');
      expect(elementWith(html, 'textarea', 'id="review-comment"')).to.contain('Still &lt;here&gt;.');
      expect(elementWith(html, 'textarea', 'id="review-comment"').split('>')[0]).to.not.contain('aria-invalid');
      expect(elementWith(html, 'input', 'value="2"').split('>')[0]).to.contain('checked');
    });

    for (const [field, value, id] of [
      ['rating', '6', 'review-rating'],
      ['rating', '', 'review-rating'],
      ['comment', 'a'.repeat(5001), 'review-comment'],
      ['author', 'a\0b', 'review-author'],
    ] as const)
      it(`says so next to ${field} when it is ${JSON.stringify(value.slice(0, 5))}`, async () => {
        const { status, html } = await post({ ...review, [field]: value });
        expect(status).to.equal(400);
        expect(html.match(/id="review-\w+-error"/g)).to.deep.equal([`id="${id}-error"`]);
      });

    it('takes the longest text, in which a browser sends each line break as two characters', async () => {
      const comment = 'a\r\n'.repeat(2500);
      const { status } = await post({ ...review, comment }, '1030');
      expect(status).to.equal(303);
      const { data } = await shop.graphql<{ product: { reviews: readonly { comment: string }[] } }>(
        '{ product(id: "1030") { reviews { comment } } }',
      );
      expect(data?.product.reviews[0]?.comment).to.equal('a\n'.repeat(2500));
      const { status: refused, html } = await post({ ...review, comment: `${comment}a` }, '1030');
      expect(refused).to.equal(400);
      expect(elementWith(html, 'p', 'id="review-comment-error"')).to.contain('at most 5,000 characters');
    });

    it('stores nothing', async () => {
      const before = await shop.rest('GET', '/products/1017/reviews');
      await post({ ...review, rating: '0' }, '1017');
      expect((await shop.rest('GET', '/products/1017/reviews')).body).to.deep.equal(before.body);
    });
  });

  context('when the product is unknown', () => {
    it('answers a page, with 404', async () => {
      const { status, headers } = await post(review, '4711');
      expect(status).to.equal(404);
      expect(headers.get('content-type')).to.contain('text/html');
    });
  });

  context('when there are no reviews', () => {
    it('says so, and shows no average', async () => {
      await shop.database.query("delete from review where product_id = '1071'");
      const { html } = await shop.page(`/products/1071`);
      expect(html).to.contain('There are no reviews yet').and.not.to.contain('out of 5');
    });
  });

  it('takes hostile text for text', async () => {
    const hostile = '</script><img src=x onerror=alert(1)>';
    await post({ author: hostile, rating: '1', comment: hostile }, '1018');
    const { html } = await shop.page(`/products/1018`);
    expect(html).to.contain('&lt;/script&gt;&lt;img').and.not.to.contain('<img src=x');
  });

  it('keeps a name whose letters run the other way to itself', async () => {
    const author = '\u05d7\u05d5\u05d4';
    await post({ author, rating: '1', comment: 'Fine.' }, '1019');
    const { html } = await shop.page(`/products/1019`);
    expect(html).to.match(new RegExp(`<bdi[^>]*>${author}</bdi>`));
  });
});
