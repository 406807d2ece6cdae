import { expect } from 'chai';
import type { Client } from 'pg';
import type { Database } from '#extension-api';
import { connect } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  recordingLogger,
  sqlManifest,
} from '../support/database.ts';
import { postgresProxy } from '../support/postgres-proxy.ts';
import { rejection } from '../support/rejection.ts';

const connections = 4;
const gone = new Error('the client has left');

describe('the database of a request that is given up', () => {
  const recording = recordingLogger();
  let folder: DatabaseFolder;
  let server: DatabaseServer;
  let admin: Client;

  before(async () => {
    folder = await makeDatabaseFolder();
    server = await openTestDatabase(folder, { logger: recording.logger, database: { connections } });
    await server.migrate([sqlManifest('shop', { '001-item.sql': 'create table item (id int primary key)' })]);
    admin = await connect(await embeddedSettings(folder));
  });
  beforeEach(() => admin.query('truncate ext_shop.item'));
  after(async () => {
    await admin.end();
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  const shop = (signal?: AbortSignal): Database => server.of(extensionId('shop'), signal);
  const backend = async (database: Database) =>
    (await database.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;

  async function sleeping(): Promise<number> {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*) from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
    );
    return rows[0]?.count ?? 0;
  }

  /** Resolves when the server runs this many slow statements: with the number of looks, each of which is a statement. */
  async function untilSleeping(count: number): Promise<number> {
    let looks = 1;
    for (; (await sleeping()) !== count; looks++);
    return looks;
  }

  it('has its statement cancelled on the server, long before its end', async () => {
    const controller = new AbortController();
    const failed = rejection(shop(controller.signal).query('select pg_sleep(30)'));
    await untilSleeping(1);
    controller.abort(gone);
    // The statement would take as long as a hundred thousand looks.
    expect(await untilSleeping(0)).to.be.below(10_000);
    expect(await failed).to.equal(gone);
  });

  it('leaves all connections to others at once', async () => {
    const controller = new AbortController();
    const database = shop(controller.signal);
    const failed = Array.from({ length: 20 }, () => rejection(database.query('select pg_sleep(30)')));
    await untilSleeping(connections);
    const next = shop().query('select 1 as one');
    controller.abort(gone);
    const looks = untilSleeping(0);
    expect(await next).to.deep.equal([{ one: 1 }]);
    expect(await looks).to.be.below(10_000);
    expect(new Set(await Promise.all(failed))).to.deep.equal(new Set([gone]));
  });

  it('keeps the connection, and what it has prepared', async () => {
    const before = await backend(shop());
    const controller = new AbortController();
    const failed = rejection(shop(controller.signal).query('select pg_sleep(30)'));
    await untilSleeping(1);
    controller.abort(gone);
    await failed;
    expect(await backend(shop())).to.equal(before);
  });

  it('cancels no statement of the next request', async () => {
    for (let round = 0; round < 200; round++) {
      const controller = new AbortController();
      const failed = rejection(shop(controller.signal).query('select pg_sleep(0.001)')).catch(() => undefined);
      const next = failed.then(() => shop().query('select pg_sleep(0.002), 1 as one'));
      if (round % 2 === 0) setImmediate(() => controller.abort(gone));
      else setTimeout(() => controller.abort(gone), 1);
      expect(await next).to.have.length(1);
    }
  });

  it('rolls its transaction back', async () => {
    const controller = new AbortController();
    const failed = rejection(
      shop(controller.signal).transaction(async (transaction) => {
        await transaction.query('insert into item values (1)');
        await transaction.query('select pg_sleep(30)');
      }),
    );
    await untilSleeping(1);
    controller.abort(gone);
    expect(await failed).to.equal(gone);
    expect(await shop().query('select * from item')).to.deep.equal([]);
  });

  it('is refused further statements', async () => {
    const database = shop(AbortSignal.abort(gone));
    expect(await rejection(database.query('insert into item values (1)'))).to.equal(gone);
    expect(await rejection(database.transaction((transaction) => transaction.query('select 1')))).to.equal(gone);
    expect(await shop().query('select * from item')).to.deep.equal([]);
  });

  it('touches no statement of another request', async () => {
    const controller = new AbortController();
    const failed = rejection(shop(controller.signal).query('select pg_sleep(30)'));
    await admin.query('select pg_advisory_lock(7)');
    const other = shop(new AbortController().signal).query('select pg_sleep(0), pg_advisory_xact_lock(7), 1 as one');
    await untilSleeping(2);
    controller.abort(gone);
    expect(await failed).to.equal(gone);
    await admin.query('select pg_advisory_unlock(7)');
    expect(await other).to.have.length(1);
  });

  it('gives the connection up when the server cannot be asked to cancel', async () => {
    const settings = await embeddedSettings(folder);
    await using proxy = await postgresProxy(settings);
    await using remote = await openTestDatabase(folder, { logger: recording.logger, database: { url: proxy.url } });
    const controller = new AbortController();
    const failed = rejection(remote.of(extensionId('shop'), controller.signal).query('select pg_sleep(1)'));
    await untilSleeping(1);
    proxy.refuse();
    controller.abort(gone);
    expect(await failed).to.equal(gone);
    proxy.accept();
    expect(await remote.of(extensionId('shop')).query('select 1 as one')).to.deep.equal([{ one: 1 }]);
    await untilSleeping(0);
  });
});
