import { expect } from 'chai';
import { checkConnections } from '#queue';
import { testConfig } from '../support/test-config.ts';
import { extensionId } from '../support/test-manifests.ts';

const config = testConfig();
const shop = { id: extensionId('shop'), events: [], tasks: [], mails: [] };
const withMail = { ...shop, mails: [{ name: 'welcome', file: '/shop/mails/welcome.tsx' }] };

describe('the connections of a shop', () => {
  const cases = [
    { what: 'are any number without a queue', manifest: shop, connections: 1, enabled: true, expected: [] },
    {
      what: 'are too few when the queue leaves none',
      manifest: withMail,
      connections: 4,
      enabled: true,
      expected: ['4'],
    },
    { what: 'suffice when the queue leaves one', manifest: withMail, connections: 5, enabled: true, expected: [] },
    { what: 'suffice where others run the tasks', manifest: withMail, connections: 2, enabled: false, expected: [] },
    {
      what: 'are too few for tasks that others run',
      manifest: withMail,
      connections: 1,
      enabled: false,
      expected: ['1'],
    },
  ];
  for (const { what, manifest, connections, enabled, expected } of cases)
    it(what, () => {
      const given = {
        ...config,
        database: { ...config.database, connections },
        jobs: { ...config.jobs, enabled },
      };
      const found = checkConnections([manifest], given);
      expect(found.map(({ code }) => code)).to.deep.equal(expected.map(() => 'CONFIG_CONNECTIONS_FEW'));
      for (const number of expected) expect(found[0]?.what).to.include(`"database.connections" is ${number};`);
    });
});
