import { expect } from 'chai';
import { createConsole } from '../../../src/admin/console/create-console.ts';
import { type OverviewParts, readOverview } from '../../../src/admin/console/overview.ts';
import { startAdminServer } from '../../../src/admin/port/admin-server.ts';
import { Health } from '../../../src/admin/port/health.ts';
import { extensionId } from '../../support/database.ts';
import { createMemoryLog } from '../../support/memory-log.ts';
import { startGateway } from '../../support/start-gateway.ts';
import { testConfig, testServer } from '../../support/test-config.ts';

const load = { inFlight: 3, limit: 400, share: 0.5, delayMs: 60, shed: 2 };
const pool = { limit: 20, open: 20, inUse: 20, idle: 0, waiting: 4 };

describe('the overview', () => {
  it('tells what is not well, who has a rest, what was refused and how operations ran', async () => {
    await using shop = await startGateway({ fixture: 'numbered-shop', empty: true, development: true });
    const { gateway } = shop;
    await shop.graphql('{ __schema { queryType { name } } }');
    gateway.telemetry.circuits.set(extensionId('other'), () => ({ state: 'open', opened: 1, timedOut: 0, refused: 0 }));
    gateway.telemetry.shed.add('load');
    gateway.telemetry.extension(extensionId('other')).rest.fail();
    const health = new Health();
    health.watch('database', () => 'it does not answer');
    const parts: OverviewParts = { gateway, health, database: { use: pool }, load };
    const overview = await readOverview(parts);
    expect(overview.health).to.deep.equal([
      { name: 'running', reason: 'it is starting' },
      { name: 'database', reason: 'it does not answer' },
    ]);
    expect(overview.extensions.map(({ id, breaker, errors }) => [id, breaker, errors])).to.deep.equal([
      ['numbered', 'closed', 0],
      ['other', 'open', 1],
    ]);
    expect(overview.load).to.deep.include({ limit: 400, share: 0.5, shed: [{ reason: 'load', count: 1 }] });
    expect(overview.operations).to.deep.equal({ compiled: 0, planned: 0, introspection: 1, replayed: 0 });
    expect(overview.pool).to.deep.equal(pool);
  });
});

describe('the console of a shop that is not open yet', () => {
  it('says so, and builds nothing', async () => {
    const { routes, close } = createConsole({
      logger: createMemoryLog().logger,
      sources: () => undefined,
      serve: () => expect.fail('nothing is built yet'),
    });
    const config = testConfig({ server: testServer({ admin: { ...testServer().admin, port: 0 } }) });
    const admin = await startAdminServer({ config, routes, logger: createMemoryLog().logger });
    const response = await fetch(`${admin?.url}/console`);
    expect([response.status, await response.text()]).to.deep.equal([503, 'The shop is not open yet.\n']);
    await admin?.close();
    await close();
  });
});
