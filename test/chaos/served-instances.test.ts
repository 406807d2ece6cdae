import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { StartupError } from '#base';
import { loadConfig } from '#config';
import { discoverExtensions } from '#extensions';
import { openDatabase } from '#postgres';
import { startServed } from '#serve';
import { connect, parseDatabaseUrl } from '../../src/postgres/connection/connect.ts';
import type { ListenAt } from '../../src/serve/listen-at.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { createMemoryLog } from '../support/memory-log.ts';
import { rejection } from '../support/rejection.ts';
import { notesSecret } from '../support/served-shop.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

const urlLine = `url: "\${NOTES_URL}"`;

interface Instance extends Awaited<ReturnType<typeof startServed>> {
  readonly log: ReturnType<typeof createMemoryLog>;
}

/** Serves the notes of a gateway.yaml within this process. */
async function serveNotes(
  file: string,
  at: ListenAt = { port: 0 },
  secret = notesSecret,
  variables: Readonly<Record<string, string>> = {},
): Promise<Instance> {
  const log = createMemoryLog();
  const environment = { ...placed, NOTES_SECRET: secret, ...variables };
  const config = await loadConfig(file, { environment, generatedSecrets: 'look' });
  return { ...(await startServed(config, { name: 'notes', at, logger: log.logger })), log };
}

const placed = { NOTES_URL: 'http://127.0.0.1:1', NOTES_SECRET: notesSecret };

const stop = { readinessDelayMs: 0, drainMs: 1_000 };

function startShop(file: string, url = 'http://127.0.0.1:1'): Promise<TestGateway> {
  return startGateway({ file, empty: true, environment: { NOTES_URL: url, NOTES_SECRET: notesSecret } });
}

const firstNote = async (shop: TestGateway) => {
  const { data, errors } = await shop.graphql<{ firstNote: string | null }>('{ firstNote }');
  return errors === undefined ? data?.firstNote : errors[0]?.message;
};

/** A project whose notes are of another version. */
async function otherVersion(version: string, edit: (sdl: string) => string): Promise<string> {
  const file = await fixtureProject('served-shop');
  const folder = join(dirname(file), 'extensions/notes');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'notes', version, type: 'module' }));
  const sdl = join(folder, 'graphql/Note.graphql');
  await writeFile(sdl, edit(await readFile(sdl, 'utf8')));
  const resolvers = join(folder, 'graphql/Note.resolvers.ts');
  const code = await readFile(resolvers, 'utf8');
  const isOld = !edit('  firstNote: String\n').includes('firstNote');
  if (isOld) {
    await writeFile(resolvers, code.replace("firstNote: () => 'keep dry',", ''));
    await rm(join(folder, 'pages'), { recursive: true });
  }
  return file;
}

const withoutFirstNote = (sdl: string) => sdl.replace('  firstNote: String\n', '');
const withMore = (sdl: string) => sdl.replace('  firstNote: String\n', '  firstNote: String\n  more: String\n');

describe('several instances of a served extension', () => {
  it('take over what an instance has not begun, mutations included', async () => {
    const file = await fixtureProject('served-shop');
    const instances = await Promise.all([serveNotes(file), serveNotes(file)]);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(urlLine, `url: ["${instances[0].url}", "${instances[1].url}"]`));
    await using shop = await startShop(file);
    const count = () => shop.graphql<{ countNotes: number }>('mutation { countNotes }');
    for (let at = 0; at < 4; at++) await count();
    const answers: Promise<{ errors?: unknown }>[] = [];
    const closed = instances[0].close(stop);
    for (let at = 0; at < 40; at++) {
      answers.push(count());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    for (let at = 0; at < 10; at++) answers.push(count());
    const errors = (await Promise.all(answers)).flatMap(({ errors }) => errors ?? []);
    expect(errors).to.deep.equal([]);
    await instances[1].close(stop);
  });

  it('are used on sockets of the machine, and behind TLS with an authority of their own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-tls-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = ['-keyout', key, '-out', cert, '-days', '2', '-newkey', 'rsa:2048', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
    for (const at of [{ socket: join(folder, 'notes.sock') }, { port: 0, cert, key }]) {
      const file = await fixtureProject('served-shop');
      const notes = await serveNotes(file, at);
      const text = await readFile(file, 'utf8');
      const ca = 'cert' in at ? `\n        ca: ${cert}` : '';
      await writeFile(file, text.replace(urlLine, `url: "${notes.url}"${ca}`));
      await using shop = await startShop(file);
      expect(await firstNote(shop)).to.equal('keep dry');
      const listeners = process.listenerCount('SIGTERM');
      const asked = shop.graphql<{ long: string }>('{ long }');
      await waitUntil(() => process.listenerCount('SIGTERM') > listeners);
      const closed = notes.close(stop);
      process.emit('SIGTERM');
      expect((await asked).data?.long).to.have.lengthOf(8 * 1024 * 1024);
      await closed;
    }
    await rm(folder, { recursive: true });
  });
});

describe('another version of a served extension', () => {
  it('is a finding of the start that names both, when it lacks what the gateway has', async () => {
    const old = await serveNotes(await otherVersion('1.0.0', withoutFirstNote));
    const file = await fixtureProject('served-shop');
    const error = await rejection(startShop(file, old.url));
    expect(error).to.be.instanceOf(StartupError);
    const [finding] = error instanceof StartupError ? error.findings : [];
    expect(finding?.code).to.equal('EXTENSION_DIFFERS');
    expect(finding?.what).to.include('version 1.0.0').and.include('version 1.2.3').and.include('Query.firstNote');
    await old.close(stop);
  });

  it('fails its own calls when it comes later, and serves when it only has more', async () => {
    const file = await fixtureProject('served-shop');
    const [own, old, newer] = await Promise.all([
      serveNotes(file),
      serveNotes(await otherVersion('1.0.0', withoutFirstNote)),
      serveNotes(await otherVersion('2.0.0', withMore)),
    ]);
    await using proxy = await startFaultyProxy();
    proxy.target(own.url);
    await using shop = await startShop(file, proxy.url);
    expect(await firstNote(shop)).to.equal('keep dry');
    proxy.target(newer.url);
    await proxy.set('none');
    expect(await firstNote(shop)).to.equal('keep dry');
    proxy.target(old.url);
    await proxy.set('none');
    expect(await firstNote(shop)).to.include('The extension notes is unavailable');
    const [line] = shop.log.events('extension of another version');
    expect(line).to.deep.include({ expected: '1.2.3', served: '1.0.0' });
    expect((await shop.rest('GET', '/thing')).status).to.equal(200);
    proxy.target(own.url);
    await proxy.set('none');
    await waitUntil(async () => (await firstNote(shop)) === 'keep dry');
    await Promise.all([own, old, newer].map((each) => each.close(stop)));
  });
});

describe('a gateway whose extension does not answer', () => {
  const findingOf = async (url: string) => {
    const error = await rejection(startShop(await fixtureProject('served-shop'), url));
    return error instanceof StartupError ? error.findings[0] : undefined;
  };

  it('says where it looked, and which side refuses the other', async () => {
    const stranger = await serveNotes(await fixtureProject('served-shop'), { port: 0 }, 'x'.repeat(20) + notesSecret);
    const [away, refused] = await Promise.all([findingOf('http://127.0.0.1:1'), findingOf(stranger.url)]);
    expect(away?.code).to.equal('EXTENSION_UNREACHABLE');
    expect(away?.what).to.include('http://127.0.0.1:1').and.include('ECONNREFUSED');
    expect(refused?.what).to.include('401').and.include('of another secret');
    expect(JSON.stringify([away, refused])).to.not.include(notesSecret);
    await stranger.close(stop);
  });
});

describe('a gateway that has seen its extension', () => {
  it('starts while that is away, renders pages without it, and takes it back', async () => {
    const file = await fixtureProject('served-shop');
    const notes = await serveNotes(file);
    await using proxy = await startFaultyProxy();
    proxy.target(notes.url);
    {
      await using shop = await startShop(file, proxy.url);
      expect(await firstNote(shop)).to.equal('keep dry');
    }
    await proxy.set('refuses');
    await using shop = await startShop(file, proxy.url);
    expect(shop.log.events('extension away at the start')).to.have.lengthOf(1);
    expect(await firstNote(shop)).to.include('The extension notes is unavailable');
    const page = await fetch(`${shop.url}/`, { headers: { accept: 'text/html' } });
    expect([page.status, (await page.text()).includes('lamp')]).to.deep.equal([200, true]);
    await proxy.set('none');
    await waitUntil(async () => (await firstNote(shop)) === 'keep dry');
    await notes.close(stop);
  });
});

describe('a served extension', () => {
  it('continues the trace of its client', async () => {
    const file = await fixtureProject('served-shop');
    const notes = await serveNotes(file);
    await using shop = await startShop(file, notes.url);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await shop.rest<{ shown: Record<string, string> }>('POST', '/notes', {
      body: { text: 'x' },
      headers: { traceparent },
    });
    expect(answer.body.shown.traceparent).to.equal(traceparent);
    await notes.close(stop);
  });

  for (const forwards of [false, true])
    it(`gets ${forwards ? 'a' : 'no'} bearer token with forwardBearer: ${forwards}`, async () => {
      const file = await fixtureProject('served-shop', (text) =>
        text.replace('gateway:', `forwardBearer: ${forwards}\n        gateway:`),
      );
      const notes = await serveNotes(file);
      await using shop = await startShop(file, notes.url);
      const token = await shop.token(['notes:write'], 'bea');
      const { body } = await shop.rest<{ shown: Record<string, string> }>('POST', '/notes', {
        token,
        body: { text: 'x' },
      });
      expect(body.shown.authorization).to.equal(forwards ? `Bearer ${token}` : undefined);
      await notes.close(stop);
    });

  describe('for clients that are not its gateway', () => {
    const hiveSecret = 'what Hive Gateway and the notes have in common';

    it('answers Hive Gateway and bearer tokens that gateway.yaml accepts, by its own routes and guards', async () => {
      const keys = await generateKeyPair('ES256');
      const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' };
      const issuer = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
      issuer.listen(0, '127.0.0.1');
      await once(issuer, 'listening');
      const address = issuer.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const accept = `accept:\n          hive: { secret: "${hiveSecret}" }\n          bearer: { jwks: "http://127.0.0.1:${port}/jwks", issuer: them, audience: notes }`;
      const file = await fixtureProject('served-shop', (text) =>
        text.replace('gateway:', `${accept}\n        gateway:`),
      );
      const notes = await serveNotes(file);
      const token = (permissions: readonly string[]) =>
        new SignJWT({ permissions })
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .setSubject('bea')
          .setIssuer('them')
          .setAudience('notes')
          .setExpirationTime('1m')
          .sign(keys.privateKey);
      const ask = async (path: string, init: RequestInit) => {
        const response = await fetch(notes.url + path, init);
        return [response.status, await response.json()] as const;
      };
      const graphql = (query: string, headers: Record<string, string> = {}) => {
        const text = JSON.stringify({ query });
        const signature = createHmac('sha256', hiveSecret).update(text).digest('base64');
        const body = JSON.stringify({ query, extensions: { 'hmac-signature': signature } });
        return ask('/graphql', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
      };

      const entities = '{ _entities(representations: [{ __typename: "Thing", id: "7" }]) { ... on Thing { note } } }';
      expect(await graphql(entities)).to.deep.equal([200, { data: { _entities: [{ note: 'note 7' }] } }]);
      const [, unknown] = await graphql('{ nothing }');
      expect(unknown).to.have.property('errors');
      const [status, refused] = await ask('/notes', { method: 'POST', body: '{}' });
      expect([status, JSON.stringify(refused).includes('bearer token')]).to.deep.equal([401, true]);
      const authorization = `Bearer ${await token([])}`;
      const json = { authorization, 'content-type': 'application/json' };
      expect((await ask('/notes', { method: 'POST', body: '{}', headers: json }))[0]).to.equal(400);
      expect((await ask('/notes', { method: 'POST', body: '{"text":"x"}', headers: json }))[0]).to.equal(201);
      expect((await ask('/none', { headers: { authorization } }))[0]).to.equal(404);
      expect((await ask('/me', { headers: { authorization } }))[0]).to.equal(403);
      const allowed = `Bearer ${await token(['notes:write'])}`;
      const [, failed] = await ask('/me', { headers: { authorization: allowed } });
      expect(failed).to.have.property('error').that.includes('cannot be asked');
      issuer.close();
      issuer.closeAllConnections();
      await notes.close(stop);
    });
  });
});

describe('the command stoa serve', () => {
  const refusal = async (name: string, at: ListenAt, edit = (text: string) => text) => {
    const file = await fixtureProject('served-shop', edit);
    const environment = { NOTES_URL: 'http://127.0.0.1:1', NOTES_SECRET: notesSecret };
    const config = await loadConfig(file, { environment });
    const error = await rejection(startServed(config, { name, at, logger: createMemoryLog().logger }));
    if (!(error instanceof StartupError)) throw error;
    return `${error.findings[0]?.code} ${error.findings[0]?.what} ${error.findings[0]?.fix}`;
  };

  it('refuses an unknown name, with those that there are', async () => {
    expect(await refusal('note', { port: 0 })).to.match(/^EXTENSION_NOT_FOUND there is no extension "note".*"notes"/);
  });

  it('refuses an extension that gateway.yaml does not place at a URL', async () => {
    expect(await refusal('things', { port: 0 })).to.match(/^SERVE_NOT_PLACED .*secret: /);
  });

  it('refuses to choose one of several URLs', async () => {
    const several = (text: string) => text.replace(urlLine, 'url: ["http://a:4001", "http://b:4001"]');
    expect(await refusal('notes', {}, several)).to.match(/^SERVE_NO_PLACE .*--port/);
  });

  it('refuses a port and a socket that another process has', async () => {
    await using taken = await startFaultyProxy();
    const port = Number(new URL(taken.url).port);
    expect(await refusal('notes', { port, host: '127.0.0.1' })).to.match(/^PORT_IN_USE .*--port/);
    const folder = await mkdtemp(join(tmpdir(), 'stoa-socket-'));
    const socket = join(folder, 'notes.sock');
    const notes = await serveNotes(await fixtureProject('served-shop'), { socket });
    expect(await refusal('notes', { socket })).to.match(/^PORT_IN_USE .*--socket/);
    await notes.close(stop);
    await rm(folder, { recursive: true });
  });

  it('refuses to start before its migrations have run, and needs no more than the login of its own role', async () => {
    const file = await fixtureProject('served-shop', (text) => text);
    const folder = join(dirname(file), 'extensions/notes/migrations');
    await cp(join(import.meta.dirname, '../fixtures/small-shop/extensions/things/migrations'), folder, {
      recursive: true,
    });
    const { url, drop } = await createDatabase();
    const environment = { DATABASE_URL: url };
    const error = await rejection(serveNotes(file, { port: 0 }, notesSecret, environment));
    const [finding] = error instanceof StartupError ? error.findings : [];
    expect(finding?.code).to.equal('MIGRATION_NOT_RUN');

    const config = await loadConfig(file, { environment: { ...placed, ...environment } });
    const database = await openDatabase(config, { logger: createMemoryLog().logger });
    const { manifests } = await discoverExtensions(config);
    await database.migrate(manifests);
    await database.close();
    const admin = await connect(parseDatabaseUrl(url));
    const { rows } = await admin.query(
      "select rolname from pg_roles where rolname like 'stoa_%_notes_%' and position(current_database() in rolname) > 0",
    );
    const [role = ''] = rows.map((row: { rolname: string }) => row.rolname);
    await admin.query(`alter role ${role} password 'only-for-notes'`);
    await admin.end();
    const own = new URL(url);
    own.username = role;
    own.password = 'only-for-notes';
    const notes = await serveNotes(file, { port: 0 }, notesSecret, { DATABASE_URL: own.href });
    expect((await fetch(`${notes.url}/_stoa/readyz`)).status).to.equal(200);
    await notes.close(stop);
    await drop();
  });
});
