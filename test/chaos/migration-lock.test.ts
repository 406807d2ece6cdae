import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect } from 'chai';
import type { Client } from 'pg';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { withMigrationLock } from '../../src/postgres/migrations/migration-lock.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import { databaseConfig, extensionId, recordingLogger, sqlManifest } from '../support/database.ts';
import { lockedDatabase, startWaiting } from '../support/locked-database.ts';
import { rejection } from '../support/rejection.ts';
import { createDatabase } from '../support/shared-server.ts';

async function as<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connect(parseDatabaseUrl(url));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const manifest = sqlManifest('shop', { '001-create.sql': 'create table item (id int)' });

describe('the lock on migrations', () => {
  it('makes a second process wait, which names the holder, and says again every 5 s that it waits', async () => {
    await using locked = await lockedDatabase();
    const recording = recordingLogger();
    const database = await openDatabase(databaseConfig('/shop', { url: locked.url }), recording);
    const migrated = database.migrate([manifest]);
    await recording.waitFor('waiting for another process that migrates');
    const line = JSON.parse(recording.lines.find((each) => each.includes('waiting')) ?? '{}');
    expect(line).to.include({ level: 40, pid: process.pid, host: hostname(), waitedSeconds: 0 });
    expect(Date.parse(line.since)).to.be.within(Date.now() - 60_000, Date.now());
    await recording.waitFor(/"waitedSeconds":(?:[5-9]|\d\d+)\b/);
    locked.release();
    expect(await migrated).to.have.length(1);
    await database.close();
  });

  it('ends the wait with the signal', async () => {
    await using locked = await lockedDatabase();
    const recording = recordingLogger();
    const database = await openDatabase(databaseConfig('/shop', { url: locked.url }), recording);
    const controller = new AbortController();
    const migrated = rejection(database.migrate([manifest], { signal: controller.signal }));
    await recording.waitFor('waiting');
    controller.abort();
    expect(await migrated).to.have.property('name', 'AbortError');
    await database.close();
  });

  it('is free after its holder, and after one that lost its connection', async () => {
    await using locked = await lockedDatabase();
    const recording = recordingLogger();
    const database = await openDatabase(databaseConfig('/shop', { url: locked.url }), recording);
    locked.release();
    await locked.released;
    await as(locked.url, async (client) => {
      expect((await client.query('select owner, pid, host, since from stoa.locks')).rows).to.deep.equal([
        { owner: null, pid: null, host: null, since: null },
      ]);
    });
    const lost = withMigrationLock(
      { open: (onLost) => connect(parseDatabaseUrl(locked.url), onLost), logger: recording.logger },
      async (signal) => {
        await as(locked.url, (client) =>
          client.query(
            `select pg_terminate_backend(pid) from pg_locks where relation = 'stoa.locks'::regclass and mode = 'RowShareLock'`,
          ),
        );
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
      },
    );
    expect(await rejection(lost)).to.match(/The lock on migrations was lost/);
    expect(await database.migrate([manifest])).to.have.length(1);
    await database.close();
  });

  it('cannot be taken by an extension, which no longer delays a start with advisory locks either', async () => {
    const { url, drop } = await createDatabase();
    const database = await openDatabase(databaseConfig('/shop', { url }), recordingLogger());
    await database.migrate([manifest]);
    const shop = database.of(extensionId('shop'));
    for (const statement of ['select * from stoa.locks for update', 'delete from stoa.locks'])
      expect(await rejection(shop.query(statement))).to.have.property('code', '42501');
    await shop.transaction(async (transaction) => {
      // The locks of an older Stoa: its class, for setting up and for each extension.
      await transaction.query('select pg_advisory_xact_lock($1, n) from generate_series(0, 2) n', [0x73746f62]);
      expect(await database.migrate([manifest, sqlManifest('other')])).to.deep.equal([]);
    });
    await database.close();
    await drop();
  });

  it('is not taken where there is nothing to do', async () => {
    const { url, drop } = await createDatabase();
    const database = await openDatabase(databaseConfig('/shop', { url }), recordingLogger());
    await database.migrate([manifest]);
    await as(url, async (client) => {
      await client.query('begin; lock table stoa.locks');
      expect(await database.migrate([manifest])).to.deep.equal([]);
    });
    await database.close();
    await drop();
  });

  it('ends "stoa migrate" that waits with SIGTERM', async () => {
    await using locked = await lockedDatabase();
    await using running = await startWaiting('migrate', locked);
    expect(await running.stop('SIGTERM')).to.equal(1);
    expect(running.stderr()).to.contain('before it was done');
  });
});
