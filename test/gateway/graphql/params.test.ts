import { expect } from 'chai';
import { codes, get, modern, post, rawRequest } from '../../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testServer } from '../../support/test-config.ts';

const query = '{ hello }';

describe('the parameters of a GraphQL request', () => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql({ server: testServer({ limits: { body: 1000 } }) });
  });
  after(() => server.close());

  context('when the body is not what it must be', () => {
    const cases = [
      { what: 'no JSON', body: '{"query": "{ hello }', says: 'The body is not well-formed JSON.' },
      { what: 'empty', body: '', says: 'The request has no body.' },
      { what: 'null', body: 'null', says: 'The body must be a JSON object with a "query".' },
      { what: 'a string', body: '"{ hello }"', says: 'The body must be a JSON object with a "query".' },
      {
        what: 'a batch',
        body: '[{"query":"{ hello }"}]',
        says: 'Send one operation a request: a JSON object with a "query", not a list.',
      },
      {
        what: 'not UTF-8',
        body: Buffer.from('{"query":"{ hello(name: \\"\xe9\\") }"}', 'latin1'),
        says: 'The body is not well-formed UTF-8.',
      },
      { what: 'without a query', body: '{}', says: 'The parameter "query" is missing.' },
      { what: 'with a query of null', body: '{"query":null}', says: 'The parameter "query" is missing.' },
      { what: 'with a query that is a number', body: '{"query":1}', says: 'The parameter "query" must be a string.' },
      {
        what: 'with an operation name that is a list',
        body: JSON.stringify({ query, operationName: ['A'] }),
        says: 'The parameter "operationName" must be a string.',
      },
      {
        what: 'with variables that are a list',
        body: JSON.stringify({ query, variables: [] }),
        says: 'The parameter "variables" must be an object.',
      },
      {
        what: 'with variables that are a string',
        body: JSON.stringify({ query, variables: '{}' }),
        says: 'The parameter "variables" must be an object.',
      },
      {
        what: 'with extensions that are a number',
        body: JSON.stringify({ query, extensions: 1 }),
        says: 'The parameter "extensions" must be an object.',
      },
    ];
    for (const { what, body, says } of cases) {
      it(`answers 400 to a body that is ${what}`, async () => {
        const reply = await post(server.url, body);
        expect(reply.status).to.equal(400);
        expect(reply.body).to.deep.equal({ errors: [{ message: says, extensions: { code: 'BAD_USER_INPUT' } }] });
      });
    }
  });

  context('when the content type of a POST', () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/graphql',
      'application/json; charset=utf-16',
      'application/jsonp',
      'nonsense',
    ]) {
      it(`is ${type}, answers 415`, async () => {
        const reply = await post(server.url, { query }, { ...modern, 'content-type': type });
        expect(reply.status).to.equal(415);
        expect(codes(reply)).to.deep.equal(['UNSUPPORTED_MEDIA_TYPE']);
      });
    }

    it('is missing, answers 415', async () => {
      const body = '{"query":"{ hello }"}';
      const { status } = await rawRequest(server.url, { headers: ['content-length', String(body.length)], body });
      expect(status).to.equal(415);
    });

    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/json; charset="utf-8"']) {
      it(`is ${type}, runs the operation`, async () => {
        expect((await post(server.url, { query }, { ...modern, 'content-type': type })).status).to.equal(200);
      });
    }
  });

  it('takes a body that begins with a byte order mark', async () => {
    const body = '\u{feff}{"query":"{ hello }"}';
    const headers = ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(body))];
    expect((await rawRequest(server.url, { headers, body })).status).to.equal(200);
  });

  it('answers 413 to a body over the limit', async () => {
    const reply = await post(server.url, { query, variables: { long: 'x'.repeat(1000) } });
    expect(reply.status).to.equal(413);
    expect(codes(reply)).to.deep.equal(['PAYLOAD_TOO_LARGE']);
  });

  it('answers 415 to a compressed body', async () => {
    const reply = await post(server.url, { query }, { ...modern, 'content-encoding': 'gzip' });
    expect(reply.status).to.equal(415);
  });

  context('when a GET', () => {
    it('has no query, answers 400', async () => {
      const reply = await get(server.url, {});
      expect(reply.status).to.equal(400);
      expect(reply.body.errors?.[0]?.message).to.equal('The parameter "query" is missing.');
    });

    it('has variables that are not JSON, answers 400', async () => {
      const reply = await get(server.url, { query, variables: '{' });
      expect(reply.status).to.equal(400);
      expect(reply.body.errors?.[0]?.message).to.equal('The parameter "variables" is not well-formed JSON.');
    });

    it('has variables that are a JSON list, answers 400', async () => {
      expect((await get(server.url, { query, variables: '[]' })).status).to.equal(400);
    });

    it('has the query twice, answers 400', async () => {
      const twice = await fetch(`${server.url}?query=%7Bhello%7D&query=%7Bwhoami%7D`);
      expect(twice.status).to.equal(400);
      expect(await twice.json()).to.have.nested.property(
        'errors[0].message',
        'The parameter "query" is there more than once.',
      );
    });
  });
});
