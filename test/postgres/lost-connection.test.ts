import { expect } from 'chai';
import type { Client } from 'pg';
import type { Database } from '#extension-api';
import { connect } from '../../src/postgres/connection/connect.ts';
import {
  type DatabaseFolder,
  embeddedSettings,
  extensionId,
  makeDatabaseFolder,
  openTestDatabase,
  sqlManifest,
} from '../support/database.ts';
import { type PostgresProxy, postgresProxy } from '../support/postgres-proxy.ts';
import { rejection } from '../support/rejection.ts';

const migration = `
create table charged (id int);
create function charge(id int) returns int language sql as 'insert into charged values (id) returning id'`;
const text = 'select charge($1::int) as id';

describe('a connection that is lost before the answer comes', () => {
  let folder: DatabaseFolder;
  let proxy: PostgresProxy;
  let embedded: AsyncDisposable;
  let admin: Client;

  before(async () => {
    folder = await makeDatabaseFolder();
    embedded = await openTestDatabase(folder);
    const settings = await embeddedSettings(folder);
    admin = await connect(settings);
    proxy = await postgresProxy(settings);
  });
  beforeEach(() => admin.query('drop schema if exists stoa, ext_shop cascade'));
  after(async () => {
    await admin.end();
    await proxy[Symbol.asyncDispose]();
    await embedded[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function openShop(connections: number) {
    const server = await openTestDatabase(folder, { database: { url: proxy.url, connections } });
    await server.migrate([sqlManifest('shop', { '001-charge.sql': migration })]);
    const shop = server.of(extensionId('shop'));
    // All connections prepare the statement, and it is fast for a while.
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: connections }, () => shop.transaction(({ query }) => query(text, [0]))));
    }
    for (let run = 0; run < 40; run++) await shop.query(text, [0]);
    await admin.query('truncate ext_shop.charged');
    return { server, shop, [Symbol.asyncDispose]: () => server.close() };
  }

  async function timesCharged(id: number): Promise<number> {
    const { rows } = await admin.query<{ count: number }>(
      'select count(*)::int as count from ext_shop.charged where id = $1',
      [id],
    );
    return rows[0]?.count ?? 0;
  }

  async function chargeAll(shop: Database, ids: readonly number[]) {
    return await Promise.allSettled(ids.map((id) => shop.query<{ id: number }>(text, [id])));
  }

  for (const connections of [1, 4]) {
    it(`runs no statement twice, with ${connections} connections`, async () => {
      await using opened = await openShop(connections);
      const dropped = proxy.dropAnswer();
      const settled = await chargeAll(opened.shop, [1, 2, 3, 4]);
      await dropped;
      let failed = 0;
      for (const [index, answer] of settled.entries()) {
        if (answer.status === 'rejected') failed++;
        else expect(answer.value).to.deep.equal([{ id: index + 1 }]);
        const times = await timesCharged(index + 1);
        if (answer.status === 'rejected') expect(times).to.be.at.most(1);
        else expect(times).to.equal(1);
      }
      expect(failed).to.be.at.least(1);
      expect(await opened.shop.query(text, [5])).to.deep.equal([{ id: 5 }]);
    });
  }

  it('fails every statement that shared it, and says why', async () => {
    await using opened = await openShop(1);
    const dropped = proxy.dropAnswer();
    const settled = await chargeAll(opened.shop, [1, 2, 3, 4]);
    await dropped;
    for (const answer of settled) {
      const error: unknown = answer.status === 'rejected' ? answer.reason : undefined;
      expect(error).to.include({ code: 'UNAVAILABLE', status: 503 });
      expect(error)
        .to.have.nested.property('cause.message')
        .that.match(/was lost; the statement may have run or not/);
      expect(error).to.have.nested.property('cause.cause.message', 'Connection terminated unexpectedly');
    }
  });

  it('fails a transaction whose commit was not answered', async () => {
    await using opened = await openShop(1);
    let dropped: Promise<void> | undefined;
    const failed = rejection(
      opened.shop.transaction(async ({ query }) => {
        await query(text, [6]);
        dropped = proxy.dropAnswer();
      }),
    );
    expect(await failed).to.match(/was lost; the work may have been done or not/);
    await dropped;
    expect(await timesCharged(6)).to.be.at.most(1);
  });

  it('is one of the queue, too, when the server falls silent', async () => {
    await using opened = await openShop(2);
    const { pool, close } = await opened.server.openQueue(1);
    try {
      await pool.query('select');
      proxy.delay(600_000);
      const [ofQueue, ofShop] = [rejection(pool.query('select')), rejection(opened.shop.query(text, [7]))];
      expect(await ofShop).to.include({ code: 'UNAVAILABLE' });
      expect(await ofQueue).to.have.property('message', 'Connection terminated unexpectedly');
    } finally {
      proxy.delay(0);
      await close();
    }
  });
});
