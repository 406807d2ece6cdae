import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { StartupError } from '#base';
import type { DatabaseConfig } from '../../src/config/config.ts';
import { type ConnectionSettings, connect } from '../../src/postgres/connection/connect.ts';
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
import { rejection } from '../support/rejection.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('DATABASE_URL', () => {
  const recording = recordingLogger();
  let folder: DatabaseFolder;
  let embedded: DatabaseServer;
  let admin: ConnectionSettings;
  let tcp: { readonly port: number; close(): Promise<void> };

  before(async () => {
    folder = await makeDatabaseFolder();
    embedded = await openTestDatabase(folder);
    admin = await embeddedSettings(folder);
    tcp = await forward(`${admin.host}/.s.PGSQL.5432`);
    await run(admin, 'create database shop');
    await run(admin, `create role limited login password 'p@ss word'; create database plain owner limited`);
  });
  after(async () => {
    await tcp.close();
    await embedded.close();
    await folder[Symbol.asyncDispose]();
  });

  const urlOf = ({ user = 'stoa', password = admin.password ?? '', database = 'shop', query = '' } = {}): string =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${tcp.port}/${database}${query}`;
  const open = (url: string, database: Partial<DatabaseConfig> = {}) =>
    openTestDatabase(folder, { database: { url, ...database }, logger: recording.logger });
  const findingOf = async (url: string, database?: Partial<DatabaseConfig>) => {
    const error = await rejection(open(url, database));
    if (error instanceof StartupError)
      return { ...error.findings[0], text: `${error.stack} ${JSON.stringify(error.findings)}` };
    throw error;
  };

  it('uses the server that it names', async () => {
    await using server = await open(urlOf());
    expect(server).to.include({ kind: 'url', isNew: true });
    await server.migrate([sqlManifest('shop', { '001-create.sql': 'create table item (id int)' })]);
    expect(
      await server.of(extensionId('shop')).query('select current_database() as name from pg_class limit 1'),
    ).to.deep.equal([{ name: 'shop' }]);
    await server.ping();
  });

  it('takes the folder of a Unix socket', async () => {
    const url = `postgresql:///shop?host=${encodeURIComponent(admin.host)}&user=stoa&password=${admin.password}`;
    await using server = await open(url);
    await server.ping();
  });

  it('lets several gateways agree on the passwords of roles', async () => {
    const manifest = sqlManifest('shared', { '001-create.sql': 'create table item (id int)' });
    await using first = await open(urlOf());
    await using second = await open(urlOf());
    await Promise.all([first.migrate([manifest]), second.migrate([manifest])]);
    const query = (server: DatabaseServer) => server.of(extensionId('shared')).query('select * from item');
    expect(await Promise.all([query(first), query(second)])).to.deep.equal([[], []]);
  });

  it('makes roles again that the server has lost', async () => {
    const manifest = sqlManifest('lost');
    await using first = await open(urlOf());
    await first.migrate([manifest]);
    const [row] = await first.of(extensionId('lost')).query<{ role: string }>('select current_user as role');
    await first.close();
    await run({ ...admin, database: 'shop' }, `drop owned by ${row?.role}; drop role ${row?.role}`);
    await using second = await open(urlOf());
    await second.migrate([manifest]);
    expect(await second.of(extensionId('lost')).query('select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('refuses a database that another user has prepared, with what to do', async () => {
    await using first = await open(urlOf());
    await first.migrate([sqlManifest('mine')]);
    await run(admin, `create role stranger login createrole password 'p@ss word'`);
    const finding = await findingOf(urlOf({ user: 'stranger', password: 'p@ss word' }));
    expect(finding).to.include({ code: 'DATABASE_REFUSED' });
    expect(finding.what).to.match(/does not let the user "stranger" prepare the database: permission denied/);
  });

  describe('with a direct address for the queue', () => {
    const opened = async (directUrl: string) => {
      await using server = await open(urlOf(), { directUrl });
      const { pool, close } = await server.openQueue(1);
      const { rows } = await pool.query('select current_database() as name');
      await close();
      return rows;
    };

    it('opens the queue there', async () => {
      expect(await opened(urlOf())).to.deep.equal([{ name: 'shop' }]);
    });

    for (const [what, directUrl, code, message] of [
      ['a wrong password', () => urlOf({ password: 'wr@ng' }), 'DATABASE_REFUSED', /does not accept/],
      ['a closed port', () => 'postgresql://ann@127.0.0.1:1/shop', 'DATABASE_UNREACHABLE', /nothing listens/],
      ['another database', () => urlOf({ database: 'postgres' }), 'DATABASE_REFUSED', /another database.*\*{3}@/],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const error = await rejection(opened(directUrl()));
        const [finding] = error instanceof StartupError ? error.findings : [];
        expect(finding).to.include({ code });
        expect(finding?.what).to.match(message);
        expect(JSON.stringify(finding)).to.include('directUrl').and.not.include('wr@ng');
      });
    }
  });

  for (const [what, url, code, message] of [
    ['a wrong password', () => urlOf({ password: 'wr@ng secret' }), 'DATABASE_REFUSED', /does not accept/],
    ['an unknown database', () => urlOf({ database: 'nowhere' }), 'DATABASE_REFUSED', /"nowhere" does not exist/],
    [
      'an unknown host',
      () => 'postgresql://ann:wr%40ng%20secret@no-such-host.invalid/shop',
      'DATABASE_UNREACHABLE',
      /"no-such-host.invalid".* is not known/,
    ],
    [
      'a closed port',
      () => 'postgresql://ann:wr%40ng%20secret@127.0.0.1:1/shop',
      'DATABASE_UNREACHABLE',
      /nothing listens/,
    ],
    [
      'TLS where there is none',
      () => urlOf({ password: 'wr@ng secret', query: '?sslmode=verify-full' }),
      'DATABASE_REFUSED',
      /encrypted/,
    ],
    [
      'another scheme',
      () => 'mysql://ann:wr%40ng%20secret@127.0.0.1/shop',
      'DATABASE_REFUSED',
      /begin with postgresql/,
    ],
    ['a malformed URL', () => 'postgresql://ann:wr@ng secret@[/shop', 'DATABASE_REFUSED', /not a well-formed/],
  ] as const) {
    it(`says so of ${what}, without the password`, async () => {
      const finding = await findingOf(url());
      expect(finding).to.include({ code });
      expect(finding.what).to.match(message);
      expect(finding.text).to.not.match(/wr(@|%40)ng/);
      expect(recording.lines.join('')).to.not.match(/wr(@|%40)ng/);
    });
  }

  it('gives up on a server that accepts and says nothing', async () => {
    await using silent = await listenSilently();
    const finding = await findingOf(`postgresql://ann:secret@127.0.0.1:${silent.port}/shop`);
    expect(finding).to.include({ code: 'DATABASE_UNREACHABLE' });
    expect(finding.what).to.match(/does not answer within 5 s/);
  });

  it('gives up on a server that is not PostgreSQL', async () => {
    await using web = await listenSilently('HTTP/1.1 400 Bad Request\r\n\r\n');
    const finding = await findingOf(`postgresql://ann:secret@127.0.0.1:${web.port}/shop`);
    expect(finding).to.include({ code: 'DATABASE_UNREACHABLE' });
  });

  it('refuses a server on which the user may not create roles', async () => {
    const finding = await findingOf(urlOf({ user: 'limited', password: 'p@ss word', database: 'plain' }));
    expect(finding).to.include({ code: 'DATABASE_REFUSED' });
    expect(finding.fix).to.include('database.isolation: search-path');
  });

  it('refuses a standby', async () => {
    await run(admin, 'create database standby; ', 'alter database standby set default_transaction_read_only = on');
    expect((await findingOf(urlOf({ database: 'standby' }))).what).to.match(/takes no changes/);
  });

  it('refuses a database in which the user may not create schemas', async () => {
    await run(admin, 'create database foreign_owned', 'create role maker login createrole password $$maker$$');
    await using server = await open(urlOf({ user: 'maker', password: 'maker', database: 'foreign_owned' }));
    const error = await rejection(server.migrate([sqlManifest('shop')]));
    expect(error).to.have.nested.property('findings[0].code', 'DATABASE_REFUSED');
    expect(error).to.match(/permission denied for database/);
  });

  it('works with a user that may create roles and is no superuser', async () => {
    await run(
      admin,
      'create role owner_only login createrole password $$o$$',
      'create database owned owner owner_only',
    );
    await using server = await open(urlOf({ user: 'owner_only', password: 'o', database: 'owned' }));
    await server.migrate([sqlManifest('one', { '001-a.sql': 'create table a (id int)' }), sqlManifest('two')]);
    expect(await server.of(extensionId('one')).query('select * from a')).to.deep.equal([]);
    expect(await rejection(server.of(extensionId('two')).query('select * from ext_one.a'))).to.have.property(
      'code',
      '42501',
    );
  });

  it('cancels statements of a role that its administrator may not act as', async () => {
    await run(admin, 'create role maker_only login createrole password $$m$$', 'create database made owner maker_only');
    await using server = await open(urlOf({ user: 'maker_only', password: 'm', database: 'made' }));
    await server.migrate([sqlManifest('one')]);
    const controller = new AbortController();
    const text = 'select pg_sleep(60) as made';
    const failed = rejection(server.of(extensionId('one'), controller.signal).query(text));
    const client = await connect(admin);
    const running = async (): Promise<number | null> =>
      (await client.query(`select 1 from pg_stat_activity where state = 'active' and query = $1`, [text])).rowCount;
    await waitUntil(async () => (await running()) !== 0);
    controller.abort(new Error('the client has left'));
    expect(await failed).to.match(/the client has left/);
    // The caller does not wait for PostgreSQL to end the statement, which would run for a minute.
    for (let looks = 0; (await running()) !== 0; looks++) expect(looks).to.be.below(10_000);
    await client.end();
  });

  it('gives tables to their extension when isolation is switched on later', async () => {
    const create = `create table item (id serial); create type mood as enum ('good'); create view v as select * from item;
      create function f() returns int language sql as 'select 1'; insert into item default values;`;
    const manifest = sqlManifest('late', { '001-create.sql': create });
    await run(
      admin,
      'create database later',
      'create role later login createrole password $$l$$',
      'alter database later owner to later',
    );
    const url = urlOf({ user: 'later', password: 'l', database: 'later' });
    const before = await open(url, { isolation: 'search-path' });
    await before.migrate([manifest]);
    await before.close();
    await using server = await open(url);
    await server.migrate([manifest]);
    const late = server.of(extensionId('late'));
    await late.query('insert into item default values');
    await late.query(`alter type mood add value 'bad'`);
    expect(await late.query('select id, f() from v')).to.deep.equal([
      { id: 1, f: 1 },
      { id: 2, f: 1 },
    ]);
  });

  it('answers as unavailable while the server is away', async () => {
    const way = await forward(`${admin.host}/.s.PGSQL.5432`);
    await using server = await open(urlOf().replace(`:${tcp.port}/`, `:${way.port}/`));
    await server.migrate([sqlManifest('away')]);
    await way.close();
    const error = await rejection(server.of(extensionId('away')).query('select 1'));
    expect(error).to.include({ code: 'UNAVAILABLE', status: 503 });
    expect(await rejection(server.ping())).to.match(/ECONNREFUSED|lost|closed|terminated|hang up/i);
  });

  it('takes a user without roles when gateway.yaml says search-path, and warns', async () => {
    await using server = await open(urlOf({ user: 'limited', password: 'p@ss word', database: 'plain' }), {
      isolation: 'search-path',
    });
    await server.migrate([sqlManifest('shop', { '001-create.sql': 'create table item (at timestamptz)' })]);
    const shop = server.of(extensionId('shop'));
    await shop.query(`insert into item values ('2024-01-31 10:00+02')`);
    expect(await shop.query('select current_schema() as schema, at from item')).to.deep.equal([
      { schema: 'ext_shop', at: '2024-01-31T08:00:00.000Z' },
    ]);
    expect(recording.lines.join('')).to.include('extensions are not kept apart');
  });
});

async function run(settings: ConnectionSettings, ...statements: readonly string[]): Promise<void> {
  const client = await connect(settings);
  for (const statement of statements.flatMap((text) => text.split(';')).filter((text) => text.trim() !== ''))
    await client.query(statement);
  await client.end();
}

/** A TCP port that leads to a Unix socket. */
async function forward(path: string): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const target = connectSocket(path);
    socket.pipe(target).pipe(socket);
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
  });
  const { port, close } = await listening(server);
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

async function listenSilently(answer = ''): Promise<{ readonly port: number } & AsyncDisposable> {
  const { port, close } = await listening(
    createServer((socket) => {
      if (answer !== '') socket.end(answer);
      socket.on('error', () => socket.destroy());
      socket.resume();
    }),
  );
  return { port, [Symbol.asyncDispose]: close };
}

async function listening(
  server: ReturnType<typeof createServer>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    port: address.port,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
