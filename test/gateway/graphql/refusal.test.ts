import { expect } from 'chai';
import { hashToken } from '../../../src/auth/tokens/verify-token.ts';
import { codes, get, legacy, modern, post, rawRequest } from '../../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testConfig, testGraphql, testSession } from '../../support/test-config.ts';

const token = 'a-token-for-tests';
const auth = {
  bearer: { jwt: undefined, tokens: [{ sha256: hashToken(token), subject: 'ann', permissions: ['foos:write'] }] },
  session: testSession,
};

describe('a GraphQL request that is refused', () => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql({ auth });
  });
  after(() => server.close());

  context('step 1, find', () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      it(`refuses ${method} with 405 and says what is allowed`, async () => {
        const response = await fetch(server.url, { method });
        expect(response.status).to.equal(405);
        expect(response.headers.get('allow')).to.equal('GET, HEAD, POST');
        expect(await response.json()).to.have.nested.property('errors[0].extensions.code', 'METHOD_NOT_ALLOWED');
      });
    }

    it('looks at the method before the credential', async () => {
      const response = await fetch(server.url, { method: 'PUT', headers: { authorization: 'Bearer wrong' } });
      expect(response.status).to.equal(405);
    });

    it('answers 406 in JSON when the client accepts neither media type', async () => {
      const reply = await post(server.url, { query: '{ hello }' }, { accept: 'image/png' });
      expect(reply.status).to.equal(406);
      expect(codes(reply)).to.deep.equal(['NOT_ACCEPTABLE']);
      expect(reply.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    });
  });

  context('step 1, find: when a browser says that the request is another site’s', () => {
    const ask = (headers: readonly string[], method = 'POST') =>
      rawRequest(method === 'GET' ? `${server.url}?query=%7Bhello%7D` : server.url, {
        method,
        headers: method === 'GET' ? headers : ['content-type', 'application/json', 'content-length', '19', ...headers],
        body: method === 'GET' ? '' : '{"query":"{hello}"}',
      });

    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
    ] as const) {
      it(`refuses it with 403: ${name}: ${value}`, async () => {
        for (const method of ['POST', 'GET']) expect((await ask([name, value], method)).status).to.equal(403);
      });

      it(`looks at nothing when a bearer token says who is asking: ${name}: ${value}`, async () => {
        const { status } = await ask([name, value, 'authorization', `Bearer ${token}`], 'GET');
        expect(status).to.equal(200);
      });
    }

    it('serves the shop’s own pages, what was typed, and programs', async () => {
      const { host } = new URL(server.url);
      for (const headers of [
        ['sec-fetch-site', 'same-origin', 'origin', 'https://the-name-behind-a-proxy.example'],
        ['sec-fetch-site', 'none'],
        ['origin', `http://${host}`],
        [],
      ])
        expect((await ask(headers, 'GET')).status).to.equal(200);
    });
  });

  context('step 2, identify', () => {
    it('answers 401 to a token that is not valid, although the path is public', async () => {
      const reply = await post(server.url, { query: '{ hello }' }, { ...modern, authorization: 'Bearer wrong' });
      expect(reply.status).to.equal(401);
      expect(codes(reply)).to.deep.equal(['UNAUTHENTICATED']);
      expect(reply.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
    });

    it('runs the operation as the caller whom the token names', async () => {
      const reply = await post(server.url, { query: '{ whoami }' }, { ...modern, authorization: `Bearer ${token}` });
      expect(JSON.parse(String(reply.body.data?.whoami))).to.deep.equal({
        kind: 'user',
        id: 'ann',
        permissions: ['foos:write'],
      });
    });

    it('takes no token from the body or the query string', async () => {
      const body = { query: '{ whoami }', access_token: token };
      const reply = await post(`${server.url}?access_token=${token}`, body);
      expect(reply.body.data?.whoami).to.equal('{"kind":"guest"}');
    });

    it('survives a token in the body that is an object', async () => {
      const reply = await post(server.url, { query: '{ whoami }', access_token: { toString: 1 } });
      expect(reply.body.data?.whoami).to.equal('{"kind":"guest"}');
    });
  });

  describe('step 3, permit: when graphql.access is private', () => {
    let closed: GraphqlServer;
    before(async () => {
      closed = await startGraphql({ auth, graphql: { ...testConfig().graphql, access: 'private' } });
    });
    after(() => closed.close());

    it('answers 401 to a guest', async () => {
      const reply = await post(closed.url, { query: '{ hello }' });
      expect(reply.status).to.equal(401);
      expect(codes(reply)).to.deep.equal(['UNAUTHENTICATED']);
      expect(reply.headers.get('www-authenticate')).to.equal('Bearer');
    });

    it('answers a caller with a token', async () => {
      const reply = await post(closed.url, { query: '{ hello }' }, { ...modern, authorization: `Bearer ${token}` });
      expect(reply.body).to.deep.equal({ data: { hello: 'Hello world' } });
    });
  });

  context('step 4, validate', () => {
    const cases = [
      { what: 'a document that does not parse', query: '{', code: 'GRAPHQL_PARSE_FAILED' },
      { what: 'an empty document', query: '', code: 'GRAPHQL_PARSE_FAILED' },
      { what: 'a document with too many tokens', query: `{${' hello'.repeat(2000)}}`, code: 'GRAPHQL_PARSE_FAILED' },
      { what: 'an unknown field', query: '{ helo }', code: 'GRAPHQL_VALIDATION_FAILED' },
      { what: 'an operation that is too deep', query: deep(13), code: 'GRAPHQL_VALIDATION_FAILED' },
      { what: 'too many aliases', query: aliases(31), code: 'GRAPHQL_VALIDATION_FAILED' },
      {
        what: 'an unknown operation',
        query: 'query A { hello }',
        operationName: 'B',
        code: 'OPERATION_RESOLUTION_FAILURE',
      },
      {
        what: 'several operations and no name',
        query: 'query A { hello } query B { hello }',
        code: 'OPERATION_RESOLUTION_FAILURE',
      },
      { what: 'a missing variable', query: 'query ($id: ID!) { id(id: $id) }', code: 'BAD_USER_INPUT' },
      {
        what: 'a variable of the wrong type',
        query: 'query ($id: ID!) { id(id: $id) }',
        variables: { id: {} },
        code: 'BAD_USER_INPUT',
      },
    ];
    for (const { what, code, ...params } of cases) {
      it(`answers ${what} with ${code}: 400, and 200 in application/json`, async () => {
        const [strict, lenient] = [await post(server.url, params, modern), await post(server.url, params, legacy)];
        expect([strict.status, lenient.status]).to.deep.equal([400, 200]);
        expect(codes(strict)).to.deep.equal([code]);
        expect(lenient.body).to.deep.equal(strict.body);
        expect(strict.body).to.not.have.property('data');
      });
    }

    for (const [what, open] of [
      ['lists', '['],
      ['objects', '{ a: '],
      ['selections', '{ a'],
    ] as const)
      it(`answers GRAPHQL_PARSE_FAILED to nested ${what} that the parser cannot follow`, async () => {
        const roomy = await startGraphql({
          graphql: { ...testGraphql, limits: { ...testGraphql.limits, tokens: 100_000 } },
        });
        try {
          for (const depth of [1700, 1850, 1990, 10_000]) {
            const { status, body } = await post(roomy.url, { query: `{ f(a: ${open.repeat(depth)}` });
            expect(status, String(depth)).to.equal(400);
            expect(body.errors?.map(({ extensions }) => extensions)).to.deep.equal([{ code: 'GRAPHQL_PARSE_FAILED' }]);
          }
          expect(roomy.log.events('request failed')).to.deep.equal([]);
        } finally {
          await roomy.close();
        }
      });

    it('takes what is just within the limits', async () => {
      expect((await post(server.url, { query: deep(12) })).status).to.equal(200);
      expect((await post(server.url, { query: aliases(30) })).status).to.equal(200);
    });

    it('refuses a mutation over GET with 405 in both media types, and runs nothing', async () => {
      const before = server.scopes.length;
      for (const headers of [modern, legacy]) {
        const reply = await get(server.url, { query: 'mutation { increment }' }, headers);
        expect(reply.status).to.equal(405);
        expect(reply.headers.get('allow')).to.equal('POST');
      }
      expect(server.scopes.length).to.equal(before);
    });

    it('runs the query of a document that has a mutation too over GET', async () => {
      const query = 'query A { hello } mutation B { increment }';
      expect((await get(server.url, { query, operationName: 'A' })).body.data).to.deep.equal({ hello: 'Hello world' });
      expect((await get(server.url, { query, operationName: 'B' })).status).to.equal(405);
    });

    it('names the places of validation errors, and stops after twenty', async () => {
      const reply = await post(server.url, {
        query: `{${Array.from({ length: 100 }, (_, i) => ` no${i}`).join('')} }`,
      });
      expect(reply.body.errors).to.have.length(21);
      expect(reply.body.errors?.[0]?.locations).to.deep.equal([{ line: 1, column: 3 }]);
      expect(new Set(codes(reply))).to.deep.equal(new Set(['GRAPHQL_VALIDATION_FAILED']));
    });
  });

  context('when the request has two Authorization headers', () => {
    it('answers 400', async () => {
      const headers = [
        'content-type',
        'application/json',
        'authorization',
        `Bearer ${token}`,
        'authorization',
        'Bearer b',
      ];
      const { status } = await rawRequest(server.url, { headers, body: '{"query":"{ hello }"}' });
      expect(status).to.equal(400);
    });
  });
});

function deep(levels: number): string {
  return `${'{ shop '.repeat(levels - 1)}{ hello ${'}'.repeat(levels)}`;
}

function aliases(count: number): string {
  return `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;
}
