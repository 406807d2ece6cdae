import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { hashToken } from '../../../src/auth/tokens/verify-token.ts';
import { codes, get, modern, post } from '../../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testServer, testSession } from '../../support/test-config.ts';

const token = 'a-token-for-tests';
const auth = {
  bearer: { jwt: undefined, tokens: [{ sha256: hashToken(token), subject: 'ann', permissions: ['foos:write'] }] },
  session: testSession,
};

describe('a GraphQL request', () => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql({ auth });
  });
  after(() => server.close());

  context('step 5, do', () => {
    it('runs a POST with variables and an operation name', async () => {
      const reply = await post(server.url, {
        query: 'query A($name: String) { hello(name: $name) } query B { whoami }',
        operationName: 'A',
        variables: { name: 'Zoë 🏊' },
        extensions: { anything: 1 },
      });
      expect(reply.body).to.deep.equal({ data: { hello: 'Hello Zoë 🏊' } });
    });

    it('runs a GET with variables', async () => {
      const query = 'query ($name: String) { hello(name: $name) }';
      const reply = await get(server.url, { query, variables: '{"name":"Zoë"}', extensions: '', operationName: '' });
      expect(reply.body).to.deep.equal({ data: { hello: 'Hello Zoë' } });
    });

    it('runs mutations over POST', async () => {
      const reply = await post(server.url, { query: 'mutation { a: increment b: increment }' });
      expect(reply.body.data).to.deep.equal({ a: 1, b: 2 });
    });

    it('aborts the signal when the client leaves', async () => {
      const started = server.nextWait();
      const body = JSON.stringify({ query: '{ wait }' });
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const outgoing = httpRequest(server.url, { method: 'POST', headers });
      outgoing.on('error', () => undefined); // its own hanging up
      outgoing.end(body);
      const { signal } = await started;
      expect(signal.aborted).to.equal(false);
      outgoing.destroy();
      await once(signal, 'abort');
      expect(signal.reason).to.have.property('code', 'CLIENT_GONE');
    });

    it('answers 504 when the time is over, and aborts the signal', async () => {
      const slow = await startGraphql({
        server: testServer({ limits: { body: 1000, timeoutMs: 30 } }),
      });
      const reply = await post(slow.url, { query: '{ wait }' });
      expect(reply.status).to.equal(504);
      expect(codes(reply)).to.deep.equal(['TIMEOUT']);
      expect(slow.scopes[0]?.signal.aborted).to.equal(true);
      await slow.close();
    });

    it('does not abort the signal of an operation that has been answered', async () => {
      await post(server.url, { query: '{ hello }' });
      expect(server.scopes.at(-1)?.signal.aborted).to.equal(false);
    });

    it('keeps the credentials out of what resolvers see', async () => {
      const headers = { ...modern, authorization: `Bearer ${token}`, cookie: 'session=1', 'x-tenant': 'a' };
      await post(server.url, { query: '{ hello }' }, headers);
      const seen = server.scopes.at(-1)?.request.headers;
      expect(seen).to.include({ 'x-tenant': 'a' });
      expect(seen).to.not.have.any.keys('authorization', 'cookie');
    });
  });

  context('step 6, answer', () => {
    it('masks an unexpected error, logs it under the id that the client gets, and keeps its path', async () => {
      const reply = await post(server.url, { query: '{ hello breaks }' });
      expect(reply.status).to.equal(200);
      expect(reply.body.data).to.deep.equal({ hello: 'Hello world', breaks: null });
      const id = reply.headers.get('x-request-id');
      expect(id).to.match(/^[\w-]{36}$/);
      expect(reply.body.errors).to.deep.equal([
        {
          message: `Internal server error (request ${id}).`,
          locations: [{ line: 1, column: 9 }],
          path: ['breaks'],
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ]);
      const logged = server.log.events('graphql field failed').find(({ requestId }) => requestId === id);
      expect(logged).to.have.nested.property('err.message', 'password=hunter2');
    });

    it('answers 200 when a failing field takes all data with it', async () => {
      const reply = await post(server.url, { query: '{ breaksNonNull }' });
      expect(reply.status).to.equal(200);
      expect(reply.body.data).to.equal(null);
    });

    it('leaves an error with a code as it is', async () => {
      const { body } = await post(server.url, { query: '{ refuses }' });
      expect(body.errors?.[0]).to.deep.include({
        message: 'Nothing like that here.',
        extensions: { code: 'NOT_FOUND', extension: 'reviews' },
      });
    });

    it("gives a RequestError's code", async () => {
      const reply = await post(server.url, { query: '{ forbids }' });
      expect(codes(reply)).to.deep.equal(['FORBIDDEN']);
      expect(reply.body.errors?.[0]?.message).to.equal('Not yours.');
    });

    it('leaves out errors beyond the limit, and says how many', async () => {
      const reply = await post(server.url, { query: '{ shops(first: 103) { breaks } }' });
      expect(reply.body.errors).to.have.length(101);
      expect(reply.body.errors?.at(-1)).to.deep.equal({
        message: '3 more errors are left out: an answer has at most 100.',
        extensions: { code: 'ERRORS_LEFT_OUT' },
      });
      const full = await post(server.url, { query: '{ shops(first: 100) { breaks } }' });
      expect(new Set(codes(full))).to.deep.equal(new Set(['INTERNAL_SERVER_ERROR']));
    });

    it('answers 500, masked, for a value that JSON cannot hold', async () => {
      const reply = await post(server.url, { query: '{ unserialisable }' });
      expect(reply.status).to.equal(500);
      expect(codes(reply)).to.deep.equal(['INTERNAL_SERVER_ERROR']);
      expect(reply.body.errors?.[0]?.message).to.equal(
        `Internal server error (request ${reply.headers.get('x-request-id')}).`,
      );
      expect(server.log.events('graphql request failed')).to.have.length(1);
    });

    it('answers a HEAD like the GET, without the body', async () => {
      const address = `${server.url}?query=${encodeURIComponent('{ hello }')}`;
      const [head, full] = [await fetch(address, { method: 'HEAD' }), await fetch(address)];
      expect(head.status).to.equal(200);
      expect(await head.text()).to.equal('');
      const length = String((await full.arrayBuffer()).byteLength);
      expect([head.headers.get('content-length'), full.headers.get('content-length')]).to.deep.equal([length, length]);
    });

    it('sends a request id with refusals too, and tells caches what an answer depends on', async () => {
      for (const body of ['not JSON', { query: '{' }, { query: '{ hello }' }]) {
        const { headers } = await post(server.url, body);
        expect(headers.get('x-request-id')).to.match(/^[\w-]{36}$/);
        expect(headers.get('vary')).to.equal('Accept, Accept-Encoding, Authorization');
        expect(headers.get('cache-control')).to.equal('no-store');
      }
    });

    it('counts bytes, not characters', async () => {
      const { body } = await post(server.url, { query: '{ hello(name: "🏊🏊🏊") }' });
      expect(body.data?.hello).to.equal('Hello 🏊🏊🏊');
    });
  });

  context('when the gateway is for development', () => {
    it('adds the cause to a masked error', async () => {
      const open = await startGraphql({}, { development: true });
      const reply = await post(open.url, { query: '{ breaks }' });
      await open.close();
      expect(reply.body.errors?.[0]?.message).to.match(/^Internal server error \(request .*\)\. password=hunter2$/);
    });
  });
});
