import { expect } from 'chai';
import { serverAudits } from 'graphql-http';
import { type GraphqlServer, startGraphql } from '../../support/graphql-gateway.ts';
import { testGraphql } from '../../support/test-config.ts';

describe('the GraphQL path, by the audits of the graphql-http package', () => {
  let server: GraphqlServer;
  before(async () => {
    // Some of them ask for __type, to see whether variables arrive.
    server = await startGraphql({ graphql: { ...testGraphql, introspection: 'always' } });
  });
  after(() => server.close());

  // The address is asked for when an audit runs: mocha collects the tests before there is a server.
  for (const { id, name, fn } of serverAudits({ url: () => server.url, fetchFn: fetch })) {
    it(`${id} ${name}`, async () => {
      const result = await fn();
      // Everything else than ok fails here: warnings and notices too.
      expect(result, 'reason' in result ? result.reason : '').to.have.property('status', 'ok');
      if ('response' in result) await result.response.body?.cancel();
    });
  }
});
