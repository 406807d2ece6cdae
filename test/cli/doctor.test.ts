import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createLogger } from '#base';
import { databaseFacts, findEmbeddedFolders } from '#postgres';
import { checkNode } from '../../src/cli/doctor/check-machine.ts';
import type { DoctorCheck } from '../../src/cli/doctor/doctor-check.ts';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import { readServerState, stopServer } from '../../src/postgres/embedded/embedded-process.ts';
import { useEmbeddedServer } from '../../src/postgres/embedded/embedded-server.ts';
import { killHard, openInChild, signalKeepers } from '../support/embedded-child.ts';
import { runStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

async function examine(file: string, environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout } = await runStoa(['doctor', '--json'], { file, environment });
  const { ok, checks }: { ok: boolean; checks: readonly DoctorCheck[] } = JSON.parse(stdout);
  const of = (name: string): string =>
    checks
      .filter((check) => check.name === name)
      .map(({ status, what }) => `${status}: ${what}`)
      .join('\n');
  return { code, ok, checks, of };
}

/** Nobody listens there: tests of what is not the database need none. */
const elsewhere = { DATABASE_URL: 'postgresql://shop@127.0.0.1:1/shop' };

async function onPort(file: string, port: number): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace('port: 0', `port: ${port}`));
}

describe('stoa doctor', () => {
  it('finds a machine that can run the shop, starts nothing, and ends with 0', async () => {
    const file = await fixtureProject('small-shop');
    const { code, ok, checks, of } = await examine(file);
    expect(checks.filter(({ status }) => status === 'fail')).to.deep.equal([]);
    expect({ code, ok }).to.deep.equal({ code: 0, ok: true });
    expect(of('database')).to.match(/^ok: embedded, postgres \(PostgreSQL\) \d/);
    expect(of('graphql')).to.match(/^ok: one copy/);
    const { stdout } = await runStoa(['doctor'], { file });
    expect(stdout).to.match(/^ok {4}Node {10}v\d/);
  });

  it('says which walls stand around each extension, and which do not', async () => {
    const file = await fixtureProject('walled-shop', (text) =>
      text.replace('env: [PROWLER_KEY]', 'network: true').replace(', placement: process', ''),
    );
    const walls = (await examine(file)).of('walls').split('\n');
    expect(walls.find((wall) => wall.includes('shelf'))).to.equal("ok: shelf: none, it runs in the gateway's process");
    const mill = walls.find((wall) => wall.includes('mill: sees'));
    expect(mill).to.include('sees no file').and.to.include('reaches nothing');
    expect(walls.find((wall) => wall.includes('prowler: sees'))).to.include('reaches the network');
    // Each machine has this wall or says that it is missing.
    expect(walls.some((wall) => /mill: .*(?:cannot signal|it can signal)/.test(wall))).to.equal(true);
  });

  it('tells a Node that is too old', () => {
    expect(checkNode('v20.11.0')).to.include({ status: 'fail' });
    expect(checkNode('v22.18.0')).to.include({ status: 'ok' });
  });

  for (const [who, headers, expected] of [
    ['another process', {}, /^fail: another process listens on 127\.0\.0\.1:\d+$/],
    ['a gateway', { 'x-request-id': 'abc' }, /^warn: a gateway answers on 127\.0\.0\.1:\d+$/],
  ] as const) {
    it(`says that ${who} has the port`, async () => {
      const file = await fixtureProject('small-shop');
      const server = createServer((_request, response) => response.writeHead(200, headers).end()).listen(
        0,
        '127.0.0.1',
      );
      await once(server, 'listening');
      const address = server.address();
      await onPort(file, typeof address === 'object' ? (address?.port ?? 0) : 0);
      expect((await examine(file, elsewhere)).of('port')).to.match(expected);
      server.close();
      await once(server, 'close');
    });
  }

  for (const [who, status, text, expected] of [
    [
      'another process',
      404,
      (port: number) => `{ port: ${port} }`,
      /^fail: another process listens on 127\.0\.0\.1:\d+$/,
    ],
    ['a gateway', 200, (port: number) => `{ port: ${port} }`, /^warn: a gateway answers on 127\.0\.0\.1:\d+$/],
    ['nobody', 200, () => '{ port: 0 }', /^ok: the system chooses a free one$/],
    ['nobody, since it is switched off,', 200, () => '{ port: false }', /^$/],
  ] as const) {
    it(`says that ${who} has the admin port`, async () => {
      const file = await fixtureProject('small-shop');
      const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const admin = text(typeof address === 'object' ? (address?.port ?? 0) : 0);
      await writeFile(file, (await readFile(file, 'utf8')).replace('port: 0', `port: 0, admin: ${admin}`));
      expect((await examine(file, elsewhere)).of('admin port')).to.match(expected);
      server.close();
      await once(server, 'close');
    });
  }

  it('looks at the port that STOA_PORT names, as the start does', async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = String(typeof address === 'object' ? address?.port : undefined);
    const { of } = await examine(await fixtureProject('small-shop'), { ...elsewhere, STOA_PORT: port });
    expect(of('port')).to.equal(`fail: another process listens on 127.0.0.1:${port}`);
    server.close();
    await once(server, 'close');
  });

  it('says that the database does not answer, and ends with 1', async () => {
    const { code, of } = await examine(await fixtureProject('small-shop'), elsewhere);
    expect(of('database')).to.match(/^fail: nothing listens on /);
    expect(code).to.equal(1);
  });

  it('says what a database of its own is, and that its user may not create roles', async () => {
    const file = await fixtureProject('small-shop');
    const { url, drop } = await createDatabase();
    expect((await examine(file, { DATABASE_URL: url })).of('database')).to.match(
      /^ok: PostgreSQL 18\S* answers, and lets this user work and create roles$/,
    );
    const settings = parseDatabaseUrl(url);
    const admin = await connect(settings);
    await admin.query(`create role doctor_patient login password 'patient'`);
    const poor = new URL(url);
    poor.searchParams.set('user', 'doctor_patient');
    poor.searchParams.set('password', 'patient');
    const { of } = await examine(file, { DATABASE_URL: poor.href });
    await admin.query('drop role doctor_patient');
    await admin.end();
    await drop();
    expect(of('database')).to.contain('fail: ').and.to.contain('may not create roles');
  });

  it('says whether searches correct typing mistakes', async () => {
    const file = await fixtureProject('small-shop');
    const { url, drop } = await createDatabase();
    const search = async () => (await examine(file, { DATABASE_URL: url })).of('search');
    expect(await search()).to.match(/^ok: pg_trgm comes with the next migration/);
    const admin = await connect(parseDatabaseUrl(url));
    await admin.query('create schema secret; create extension pg_trgm schema secret');
    expect(await search()).to.match(/^warn: the schema of pg_trgm is closed to extensions/);
    await admin.query('grant usage on schema secret to public');
    expect(await search()).to.match(/^ok: pg_trgm is there/);
    await admin.query(`drop extension pg_trgm; create role search_patient login password 'patient'`);
    await admin.query(`grant connect on database ${admin.escapeIdentifier(admin.database ?? '')} to search_patient`);
    const poor = new URL(url);
    poor.searchParams.set('user', 'search_patient');
    poor.searchParams.set('password', 'patient');
    const facts = await databaseFacts(poor.href);
    expect(facts.trigrams).to.deep.equal({ name: 'pg_trgm', state: 'missing', mayInstall: false });
    await admin.query(`drop owned by search_patient; drop role search_patient`);
    await admin.end();
    await drop();
  });

  it('says that a secret is open to others', async () => {
    const file = await fixtureProject('small-shop');
    const state = join(dirname(file), '.stoa');
    await mkdir(state, { mode: 0o700 });
    await writeFile(join(state, 'session-secret'), 'x'.repeat(43), { mode: 0o600 });
    await chmod(join(state, 'session-secret'), 0o644);
    const { of, code } = await examine(file, elsewhere);
    // Such a secret keeps gateway.yaml from being used, which is what is told then.
    expect(of('gateway.yaml')).to.match(/^fail: cannot be used: the generated secret may be read or changed by others/);
    expect(code).to.equal(1);
  });

  it('says that all users may write to .stoa', async () => {
    const file = await fixtureProject('small-shop');
    const state = join(dirname(file), '.stoa');
    await mkdir(state);
    await chmod(state, 0o777);
    expect((await examine(file, elsewhere)).of('.stoa')).to.match(/^warn: all users may write to .* \(mode 0777\)$/);
  });

  it('names a second copy of graphql', async () => {
    const file = await fixtureProject('small-shop');
    const copy = join(dirname(file), 'node_modules/some-tool/node_modules/graphql');
    await mkdir(copy, { recursive: true });
    expect((await examine(file, elsewhere)).of('graphql')).to.equal(`warn: another copy lies at ${copy}`);
  });

  it('says that gateway.yaml cannot be used, and looks at the rest of the machine', async () => {
    const file = await fixtureProject('small-shop');
    await writeFile(file, 'version: 1\nprot: 3');
    const { of, code } = await examine(file);
    expect(of('gateway.yaml')).to.match(/^fail: cannot be used: /);
    expect(of('Node')).to.match(/^ok: /);
    expect(code).to.equal(1);
  });

  it('tells whether the embedded server is used, without its keeper, left running, or was killed', async () => {
    const file = await fixtureProject('small-shop');
    const state = join(dirname(file), '.stoa');
    const options = { connections: 5, where: { file }, logger: createLogger('silent') };
    const server = await useEmbeddedServer(state, options);
    const { client } = await server.join(() => undefined);
    const used = await examine(file);
    expect(used.of('embedded data')).to.match(/^ok: in \S+, \d+ MiB; the server runs, and is used$/);
    await client.end();
    const child = await openInChild(dirname(file));
    await server.leave(undefined);
    signalKeepers(server.folder, 'SIGKILL');
    const unkept = await examine(file);
    expect(unkept.of('embedded data')).to.match(
      /^warn: the server in \S+, \d+ MiB runs without its keeper, which was killed$/,
    );
    await killHard(child);
    const left = await examine(file);
    expect(left.of('embedded data')).to.match(
      /^warn: the server in \S+, \d+ MiB is still running, but no process uses it$/,
    );
    const folders = await findEmbeddedFolders(state);
    await stopServer(folders);
    const stopped = await examine(file);
    expect(stopped.of('embedded data')).to.match(/^ok: in \S+, \d+ MiB; the server does not run$/);
    // What a machine that goes down leaves behind.
    await writeFile(join(folders.data, 'postmaster.pid'), `999999\n${folders.data}\n`);
    expect(await readServerState(folders)).to.include({ alive: false });
    const killed = await examine(file);
    expect(killed.of('embedded data')).to.match(/^warn: the server in \S+ ended without stopping$/);
    await rm(server.folder, { recursive: true, force: true });
  });
});
