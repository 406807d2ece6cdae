import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import type { Client } from 'pg';
import { createSessions } from '#auth';
import { RequestError } from '#base';
import { createClientOf } from '#edge';
import { createSessionIds } from '../../src/auth/sessions/session-id.ts';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import type { DatabaseServer } from '../../src/postgres/database-server.ts';
import { openDatabase } from '../../src/postgres/open-database.ts';
import type { NewSession } from '../../src/postgres/stores/session-store.ts';
import { databaseConfig, recordingLogger } from '../support/database.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { createDatabase } from '../support/shared-server.ts';
import { testSession } from '../support/test-config.ts';

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

function session(id: string, changes: Partial<NewSession> = {}): NewSession {
  return { hash: hashOf(id), userId: id, permissions: [], ended: 0, lifetime: 60, replaces: undefined, ...changes };
}

interface OpenStore extends AsyncDisposable {
  readonly database: DatabaseServer;
  readonly admin: Client;
}

async function openStore(changes: Partial<Parameters<typeof databaseConfig>[1]> = {}): Promise<OpenStore> {
  const { url, drop } = await createDatabase();
  const database = await openDatabase(databaseConfig('/shop', { url, ...changes }), recordingLogger());
  await database.migrate([]);
  const admin = await connect(parseDatabaseUrl(url));
  return {
    database,
    admin,
    async [Symbol.asyncDispose]() {
      await admin.end();
      await database.close();
      await drop();
    },
  };
}

describe('the store of sessions', () => {
  it('has none before the first, and takes several at once', async () => {
    await using store = await openStore();
    const { sessions } = store.database;
    expect(await sessions.find(hashOf('ann'))).to.equal(undefined);
    await sessions.remove(hashOf('ann'));
    const ids = ['ann', 'bob', 'carol', 'dave', 'eve'];
    await Promise.all(ids.map((id) => sessions.create(session(id))));
    const found = await Promise.all(ids.map((id) => sessions.find(hashOf(id))));
    expect(found.map((each) => each?.userId)).to.deep.equal(ids);
  });

  it('gives back what it was given, whatever the letters', async () => {
    await using store = await openStore();
    const { sessions } = store.database;
    const given = { userId: 'Zoë "🏊" \\ {,}', permissions: ['a:b', 'c{,}:"d"'] };
    await sessions.create(session('x', given));
    expect(await sessions.find(hashOf('x'))).to.deep.equal(given);
  });

  it('takes expired ones away with each new one, at most 100, and no others', async () => {
    await using store = await openStore();
    const { sessions } = store.database;
    await sessions.create(session('ann'));
    await store.admin.query(`insert into stoa.sessions (hash, user_id, permissions, expires_at)
      select sha256(n::text::bytea), 'old', '{}', now() - interval '1 second' from generate_series(1, 150) n`);
    const left = async () => (await store.admin.query("select from stoa.sessions where user_id = 'old'")).rowCount;
    await sessions.create(session('bob'));
    expect(await left()).to.equal(50);
    await sessions.create(session('carol'));
    expect(await left()).to.equal(0);
    expect(await sessions.find(hashOf('ann'))).to.have.property('userId', 'ann');
  });

  it('works with one connection for all, and where roles cannot be made', async () => {
    await using store = await openStore({ connections: 1, isolation: 'search-path' });
    const { sessions } = store.database;
    await sessions.create(session('ann'));
    await sessions.create(session('bob', { replaces: hashOf('ann') }));
    expect(await sessions.find(hashOf('ann'))).to.equal(undefined);
    expect(await sessions.find(hashOf('bob'))).to.have.property('userId', 'bob');
  });
});

describe('a database that hangs', () => {
  it('is called away after a while', async () => {
    await using store = await openStore();
    const { sessions } = store.database;
    await sessions.create(session('ann'));
    await store.admin.query('begin');
    await store.admin.query('lock table stoa.sessions');

    const { logger } = createMemoryLog();
    const edge = { clientOf: createClientOf(0), cors: undefined };
    const patient = createSessions({ config: testSession, store: sessions, edge, logger, patienceMs: 20 });
    const ids = createSessionIds(testSession.secret);
    const { promise: refusal, resolve } = Promise.withResolvers<unknown>();
    const server = createServer((request, response) => {
      patient.identify(request, response).catch(resolve);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening on a port');
    await fetch(`http://127.0.0.1:${address.port}`, { headers: { cookie: `stoa_session=${ids.sign(ids.create())}` } });
    expect(await refusal)
      .to.be.instanceOf(RequestError)
      .and.to.include({ status: 503, code: 'UNAVAILABLE' });

    await store.admin.query('rollback');
    server.closeAllConnections();
    server.close();
  });
});
