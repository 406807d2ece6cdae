import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway } from '../support/start-gateway.ts';

const text = 'query ($search: String) { products(search: $search) { totalCount } }';

interface Found {
  readonly products: { readonly totalCount: number };
}

describe('search', () => {
  context('without pg_trgm', () => {
    it('finds what is spelt right, and nothing for a misspelt word', async () => {
      const { url: databaseUrl, drop } = await createDatabase();
      const plain = await startGateway({ databaseUrl });
      const admin = await connect(parseDatabaseUrl(databaseUrl));
      await admin.query('drop extension pg_trgm');
      await admin.end();
      const count = async (search: string) => (await plain.graphql<Found>(text, { search })).data?.products.totalCount;
      expect([((await count('vitamin')) ?? 0) > 10, await count('vitmin')]).to.deep.equal([true, 0]);
      await plain[Symbol.asyncDispose]();
      await drop();
    });
  });
});
