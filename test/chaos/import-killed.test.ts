import { expect } from 'chai';
import type { Client } from 'pg';
import { issueToken } from '#auth';
import { loadConfig } from '#config';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { type FailingServer, openFailingServer } from '../support/failing-server.ts';
import { type RunningStoa, runStoa, startStoa } from '../support/run-stoa.ts';
import { onlyLines, shopConfig } from '../support/test-project.ts';
import { untilFound, waitUntil } from '../support/wait-until.ts';

const rows = 2_000;

/** Half of them are there already, and change. All get a name in German. */
function csvOf(count: number, description: string): string {
  const lines = Array.from(
    { length: count },
    (_, index) => `KILL-${index},Product ${index},${index % 500}.90,${description},Produkt ${index}`,
  );
  return `sku,name,price,description,name:de\n${lines.join('\n')}\n`;
}

const stateText = `
  select (select count(*)::integer from ext_catalog.product where sku like 'KILL-%') as products,
    (select count(*)::integer from ext_catalog.product where description = 'after') as changed,
    (select count(*)::integer from ext_catalog.product_translation where name like 'Produkt %') as names,
    (select count(*)::integer from stoa.records where action = 'products.imported') as records`;
const asBefore = { products: rows / 2, changed: 0, names: rows / 2, records: 1 };
const whole = { products: rows, changed: rows, names: rows, records: 2 };

describe('an import of products whose gateway or database is killed in the middle', () => {
  let server: FailingServer;
  let file: string;
  let environment: Readonly<Record<string, string>>;
  let token: string;
  let gateway: RunningStoa;
  let url: string;

  async function start(): Promise<void> {
    const words = ['start', '--port', '0', '--admin-port', '0', '--log-level', 'warn'];
    gateway = startStoa(words, { file, environment });
    url = await gateway.waitFor(/Stoa is open at (\S+)/);
  }

  async function send(csv: string): Promise<number | 'no answer'> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    try {
      const answer = await fetch(`${url}/desk/products.csv?apply=true`, { method: 'POST', headers, body: csv });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 'no answer';
    }
  }

  async function asAdmin<Result>(work: (admin: Client) => Promise<Result>): Promise<Result> {
    const admin = await connect(parseDatabaseUrl(server.url));
    // The server may end before it does.
    admin.on('error', () => undefined);
    try {
      return await work(admin);
    } finally {
      await admin.end().catch(() => undefined);
    }
  }

  const state = () => asAdmin(async (admin) => (await admin.query(stateText)).rows[0]);

  /** Resolves when the import has changed and added its products, and waits with what is left. */
  async function untilHalfDone(): Promise<void> {
    const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%into product_translation%'`;
    // A transaction sees the same activity all the time.
    await asAdmin(async (other) => {
      await waitUntil(async () => (await other.query(text)).rows.length > 0);
    });
  }

  before(async () => {
    server = await openFailingServer();
    file = await shopConfig(onlyLines('theme', 'catalog'));
    environment = {
      DATABASE_URL: server.url,
      STOA_SESSION_SECRET: 'a session secret of thirty-two bytes or more',
      STOA_JWT_SECRET: 'another secret of thirty-two bytes or more',
    };
    await runStoa(['migrate'], { file, environment });
    const config = await loadConfig(file, { environment });
    token = await issueToken(config, { subject: 'ann', permissions: ['catalog:write'] });
    await start();
    expect(await send(csvOf(rows / 2, 'before'))).to.equal(200);
  });
  after(async () => {
    await gateway.stop('SIGKILL');
    await server[Symbol.asyncDispose]();
  });

  for (const victim of ['gateway', 'database'] as const)
    it(`leaves all as it was: the ${victim}`, async () => {
      await asAdmin(async (admin) => {
        await admin.query('begin');
        await admin.query('lock table ext_catalog.product_translation in share mode');
        const sending = send(csvOf(rows, 'after'));
        await untilHalfDone();
        if (victim === 'gateway') await gateway.stop('SIGKILL');
        else await (await server.begin('killed'))();
        expect(await sending).to.be.oneOf(['no answer', 503]);
      });
      expect(await state()).to.deep.equal(asBefore);
      if (victim === 'gateway') await start();
    });

  it('does all of it, when it is sent once more', async () => {
    const status = await untilFound(async () => {
      const answered = await send(csvOf(rows, 'after'));
      // The gateway has yet to find the database again.
      return answered === 503 ? undefined : answered;
    });
    expect(status).to.equal(200);
    expect(await state()).to.deep.equal(whole);
  });
});
