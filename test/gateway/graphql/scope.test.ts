import { expect } from 'chai';
import { post } from '../../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testServer } from '../../support/test-config.ts';

describe('the scope of a request', () => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql();
  });
  after(() => server.close());

  it('has the id that the client gets, in its log events too', async () => {
    const reply = await post(server.url, { query: '{ hello }' });
    const scope = server.scopes.at(-1);
    scope?.logger.info('noted', { extension: 'reviews' });
    const id = reply.headers.get('x-request-id');
    expect(scope?.request.id).to.equal(id);
    expect(server.log.events('noted')[0]).to.include({ requestId: id, extension: 'reviews' });
  });

  it('tells requests apart', async () => {
    const [one, other] = [
      await post(server.url, { query: '{ hello }' }),
      await post(server.url, { query: '{ hello }' }),
    ];
    expect(one.headers.get('x-request-id')).to.not.equal(other.headers.get('x-request-id'));
  });

  it('is that of a client request, nested in none', async () => {
    await post(server.url, { query: '{ hello }' });
    expect(server.scopes.at(-1)).to.include({ depth: 0 });
    expect(server.scopes.at(-1)?.request).to.include({ method: 'POST', url: '/graphql' });
  });

  it('leaves no clock running when it is over', async () => {
    // HTTP has clocks of its own, one a connection: ten requests over one connection would leave ten more of ours.
    const patient = await startGraphql({
      server: testServer({ limits: { body: 1000, timeoutMs: 100_000 } }),
    });
    const running = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = running();
    for (let round = 0; round < 10; round++) await post(patient.url, { query: '{ hello }' });
    expect(running() - before).to.be.lessThan(10);
    await patient.close();
  });
});
