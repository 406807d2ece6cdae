import { expect } from 'chai';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { openFailingServer } from '../support/failing-server.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

async function change(shop: TestGateway, freeFrom: number): Promise<void> {
  const token = await shop.token(['stoa:settings'], 'mira');
  const text = 'mutation ($values: SettingValues!) { changeSettings(extension: "delivery", values: $values) }';
  const { errors } = await shop.graphql(text, { values: { freeFrom } }, token);
  expect(errors).to.equal(undefined);
}

async function seen(shop: TestGateway): Promise<number | undefined> {
  return (await shop.graphql<{ freeFrom: number }>('{ freeFrom }')).data?.freeFrom;
}

/** Milliseconds until a shop sees a value. */
async function until(shop: TestGateway, freeFrom: number): Promise<number> {
  const began = performance.now();
  while ((await seen(shop)) !== freeFrom);
  return performance.now() - began;
}

/** Within a second. A slow machine gets in addition what ten requests take on it. */
async function expectSoon(shop: TestGateway, freeFrom: number): Promise<void> {
  const ms = await until(shop, freeFrom);
  const started = performance.now();
  for (let round = 0; round < 10; round++) await seen(shop);
  expect(ms).to.be.below(1_000 + performance.now() - started);
}

describe('live settings of two replicas', () => {
  let drop: () => Promise<void>;
  let url: string;
  let one: TestGateway;
  let other: TestGateway;
  before(async () => {
    const database = await createDatabase();
    ({ drop, url } = database);
    const start = () => startGateway({ fixture: 'settings-shop', databaseUrl: url });
    one = await start();
    other = await start();
  });
  after(async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await drop();
  });

  it('are seen by the other within a second', async () => {
    await change(one, 11);
    await expectSoon(other, 11);
  });

  it('are seen within a second after the connection to the database was lost', async () => {
    const admin = await connect(parseDatabaseUrl(url));
    const { rowCount } = await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    expect(rowCount).to.be.at.least(2);
    await change(other, 12);
    await expectSoon(one, 12);
  });

  it('change 1,000 times under load, and each request sees one state of them', async () => {
    let isDone = false;
    const changing = (async () => {
      for (let round = 1; round <= 1_000; round++) await change(round % 2 === 0 ? one : other, round);
      isDone = true;
    })();
    const reading = [one, other].map(async (shop) => {
      let count = 0;
      while (!isDone) {
        const { data, errors } = await shop.graphql<{ freeFrom: number; freeFromAgain: number }>(
          '{ freeFrom freeFromAgain }',
        );
        expect(errors).to.equal(undefined);
        expect(data?.freeFromAgain).to.equal(data?.freeFrom);
        count++;
      }
      return count;
    });
    await changing;
    for (const count of await Promise.all(reading)) expect(count).to.be.above(50);
    await expectSoon(one, 1_000);
    await expectSoon(other, 1_000);
  });
});

describe('live settings of two replicas whose server becomes a standby', () => {
  it('are seen by the other within a second after its promotion', async () => {
    await using server = await openFailingServer();
    const start = () => startGateway({ fixture: 'settings-shop', databaseUrl: server.url, admin: true });
    await using one = await start();
    await using other = await start();
    const readOnly = async (shop: TestGateway): Promise<boolean> =>
      (await (await fetch(`${shop.adminUrl}/readyz`)).text()).includes('takes no changes');
    const promote = await server.begin('standby');
    for (const shop of [one, other]) while (!(await readOnly(shop)));
    await promote();
    for (const shop of [one, other]) while (await readOnly(shop));
    await change(one, 13);
    await expectSoon(other, 13);
  });
});
