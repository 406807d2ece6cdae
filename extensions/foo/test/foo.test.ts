import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('foo', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('foo');
    token = await shop.token();
  });
  after(() => shop.close());

  describe('POST /foos', () => {
    context('when the caller is known and the body is complete', () => {
      it('answers 201 with the Foo, whose id is the time', async () => {
        const before = Date.now();
        const body = { name: 'A name', description: 'A description' };
        const answer = await shop.rest<{ data: { foo: { id: number } } }>('POST', '/foos', { token, body });
        const { id } = answer.body.data.foo;
        expect(answer.status).to.equal(201);
        expect(answer.body).to.deep.equal({ success: true, data: { foo: { id, ...body } } });
        expect(id).to.be.within(before, Date.now());
      });

      it('does not store the Foo', async () => {
        const { body } = await shop.rest<{ data: { foo: { id: number } } }>('POST', '/foos', {
          token,
          body: { name: 'Lost', description: 'Not stored' },
        });
        expect(
          await shop.graphql('query ($id: ID!) { foo(id: $id) { name } }', { id: body.data.foo.id }),
        ).to.deep.equal({
          data: { foo: null },
        });
      });
    });

    for (const [what, body] of Object.entries({
      'lacks "name"': { description: 'A description' },
      'lacks "description"': { name: 'A name' },
      'has an empty "name"': { name: '', description: 'A description' },
      'has an empty "description"': { name: 'A name', description: '' },
      'is missing': undefined,
    }))
      context(`when the body ${what}`, () => {
        it('answers 400 and names both fields', async () => {
          const answer = await shop.rest('POST', '/foos', { token, body });
          expect(answer).to.deep.include({ status: 400, body: { error: 'name and description are required' } });
        });
      });

    context('when the caller is a guest', () => {
      it('answers 401', async () => {
        const answer = await shop.rest('POST', '/foos', { body: { name: 'A name', description: 'A description' } });
        expect(answer.status).to.equal(401);
      });
    });

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      context(`when the method is ${method}`, () => {
        it('answers 405', async () => {
          expect((await shop.rest(method, '/foos', { token })).status).to.equal(405);
        });
      });
  });

  describe('GraphQL', () => {
    it('answers the samples', async () => {
      expect(await shop.graphql('{ foos { id name description } }')).to.deep.equal({
        data: {
          foos: [
            { id: '1', name: 'First foo', description: 'The one that every list starts with.' },
            { id: '2', name: 'Second foo', description: 'Much like the first, and a little later.' },
            { id: '3', name: 'Third foo', description: null },
          ],
        },
      });
    });

    it('answers one of them by its id', async () => {
      expect(await shop.graphql('{ foo(id: 2) { name } }')).to.deep.equal({ data: { foo: { name: 'Second foo' } } });
    });

    it('answers null for an id that no Foo has', async () => {
      expect(await shop.graphql('{ foo(id: "4") { name } }')).to.deep.equal({ data: { foo: null } });
    });
  });
});
