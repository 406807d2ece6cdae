import { expect } from 'chai';
import type { Client } from 'pg';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

type Roles = Readonly<Record<string, readonly string[]>>;

describe('sessions at two replicas whose roles change', () => {
  let drop: () => Promise<void>;
  let admin: Client;
  let one: TestGateway;
  let other: TestGateway;
  before(async () => {
    const database = await createDatabase();
    drop = database.drop;
    const start = () => startGateway({ fixture: 'roles-shop', databaseUrl: database.url });
    one = await start();
    other = await start();
    admin = await connect(parseDatabaseUrl(database.url));
  });
  after(async () => {
    await admin.end();
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await drop();
  });

  const change = async (shop: TestGateway, values: { readonly roles?: Roles | null; readonly notice?: string }) => {
    const text = 'mutation ($values: SettingValues!) { changeSettings(extension: "door", values: $values) }';
    const { errors } = await shop.graphql(text, { values }, await shop.token(['stoa:settings'], 'boss'));
    expect(errors).to.equal(undefined);
  };
  const enter = async (shop: TestGateway, name: string): Promise<string> => {
    const { status, headers } = await fetch(`${shop.url}/enter/${name}`, { method: 'POST' });
    expect(status).to.equal(200);
    return headers.get('set-cookie')?.split(';')[0] ?? expect.fail('no session');
  };
  const status = async (shop: TestGateway, cookie: string) =>
    (await fetch(`${shop.url}/open`, { headers: { cookie } })).status;
  const look = async (shop: TestGateway, cookie = ''): Promise<{ roles: Roles; who: string | null }> =>
    (await fetch(`${shop.url}/roles`, { headers: { cookie } })).json();
  const seen = async (shop: TestGateway, roles: Roles) => {
    while (JSON.stringify((await look(shop)).roles) !== JSON.stringify(roles));
  };
  /** Resolves when a sign-in has its permissions, and waits for the lock. */
  const isWaiting = async () => {
    const text = "select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted";
    while ((await admin.query(text)).rowCount === 0);
  };
  /** A sign-in that has read its permissions before the work, and makes its session after it. */
  const enterAround = async (shop: TestGateway, name: string, work: () => Promise<void>): Promise<string> => {
    await admin.query('select pg_advisory_lock(4711)');
    const entering = enter(shop, name);
    await isWaiting();
    await work();
    await admin.query('select pg_advisory_unlock(4711)');
    return entering;
  };

  for (const [what, changing, signingIn] of [
    ['another replica', () => one, () => other],
    ['the same one', () => one, () => one],
  ] as const)
    it(`count for nothing where the roles changed during the sign-in at ${what}`, async () => {
      const changed = { ann: ['door:look'], bob: [] };
      await change(one, { roles: null });
      await seen(other, { ann: ['door:open'], bob: [] });
      expect(await status(other, await enter(other, 'ann'))).to.equal(200);
      const cookie = await enterAround(signingIn(), 'ann', () => change(changing(), { roles: changed }));
      for (const shop of [one, other]) {
        expect(await status(shop, cookie)).to.equal(401);
        await seen(shop, changed);
        expect(await status(shop, await enter(shop, 'ann'))).to.equal(403);
      }
    });

  it('stay where other settings changed, or the roles are set to what they are', async () => {
    const roles = { ann: ['door:open'], bob: [] };
    await change(one, { roles });
    await seen(other, roles);
    const cookie = await enterAround(other, 'ann', async () => {
      await change(one, { roles });
      await change(one, { notice: 'Closed at noon' });
    });
    for (const shop of [one, other]) expect(await status(shop, cookie)).to.equal(200);
  });

  it('of people without permissions stay', async () => {
    const cookie = await enterAround(other, 'bob', () => change(one, { roles: { ann: [], bob: ['door:open'] } }));
    for (const shop of [one, other]) expect((await look(shop, cookie)).who).to.equal('bob');
    expect(await status(one, cookie)).to.equal(403);
  });
});
