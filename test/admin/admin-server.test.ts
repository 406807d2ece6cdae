import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type Finding, StartupError } from '#base';
import { operatingRoutes } from '../../src/admin/port/admin-routes.ts';
import { type AdminServer, startAdminServer } from '../../src/admin/port/admin-server.ts';
import { Health } from '../../src/admin/port/health.ts';
import type { AdminConfig } from '../../src/config/config.ts';
import { createMemoryLog, type MemoryLog } from '../support/memory-log.ts';
import { testConfig, testServer } from '../support/test-config.ts';

interface TestAdmin extends AsyncDisposable {
  readonly admin: AdminServer;
  readonly health: Health;
  readonly log: MemoryLog;
  readonly warnings: readonly Finding[];
}

const noMetrics = { read: () => Promise.reject(new Error('no metrics today')) };

async function startAdmin(changes: Partial<AdminConfig> = {}): Promise<TestAdmin> {
  const health = new Health();
  health.begin();
  const log = createMemoryLog();
  const warnings: Finding[] = [];
  const routes = operatingRoutes(health, noMetrics);
  const config = testConfig({ server: testServer({ admin: { ...testServer().admin, port: 0, ...changes } }) });
  const warn = (found: readonly Finding[]) => void warnings.push(...found);
  const admin = await startAdminServer({ config, routes, logger: log.logger, warn });
  if (admin === undefined) throw new Error('there is no admin server');
  return { admin, health, log, warnings, [Symbol.asyncDispose]: () => admin.close() };
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** With node:http, since fetch sets Host and Origin itself. */
async function ask(
  { admin }: TestAdmin,
  path: string,
  { method = 'GET', headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(admin.url + path, { method, headers, agent: false }, async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, body: await text(response) });
    });
    sent.on('error', reject).end();
  });
}

describe('the admin server', () => {
  it('is alive', async () => {
    await using admin = await startAdmin();
    expect(await ask(admin, '/livez')).to.include({ status: 200, body: 'ok\n' });
  });

  context('/readyz', () => {
    it('is 200 when every check is well, and names none of them', async () => {
      await using admin = await startAdmin();
      admin.health.watch('database', async () => undefined);
      expect(await ask(admin, '/readyz')).to.include({ status: 200, body: 'ready\n' });
    });

    it('is 503 when one is not, and names it', async () => {
      await using admin = await startAdmin();
      admin.health.watch('database', () => undefined);
      admin.health.watch('shedding', async () => 'the loop is late');
      const answer = { status: 503, body: '[-] shedding: the loop is late\nnot ready\n' };
      expect(await ask(admin, '/readyz')).to.include(answer);
    });

    it('is 503 until the shop is open', async () => {
      const [check] = await new Health().look();
      expect(check).to.deep.equal({ name: 'running', reason: 'it is starting' });
    });

    it('is 503 once the process stops', async () => {
      await using admin = await startAdmin();
      admin.health.stop();
      expect(await ask(admin, '/readyz')).to.have.property('status', 503);
    });

    it('names every check when asked to', async () => {
      await using admin = await startAdmin();
      admin.health.watch('database', async () => undefined);
      const { body } = await ask(admin, '/readyz?verbose');
      expect(body).to.equal('[+] running: ok\n[+] database: ok\nready\n');
    });
  });

  it('answers 404 to anything else', async () => {
    await using admin = await startAdmin();
    for (const path of ['/', '/livez/', '/graphql', '/readyz/verbose'])
      expect(await ask(admin, path), path).to.have.property('status', 404);
  });

  it('answers 405 to another method, with those that it takes', async () => {
    await using admin = await startAdmin();
    const { status, headers } = await ask(admin, '/livez', { method: 'POST' });
    expect(status).to.equal(405);
    expect(headers.allow).to.equal('GET');
  });

  it('answers HEAD', async () => {
    await using admin = await startAdmin();
    expect(await ask(admin, '/livez', { method: 'HEAD' })).to.include({ status: 200, body: '' });
  });

  it('answers 500 to what fails, and logs why', async () => {
    await using admin = await startAdmin();
    const { status, body } = await ask(admin, '/metrics');
    expect(status).to.equal(500);
    expect(body).to.not.include('today');
    expect(admin.log.text()).to.include('no metrics today');
  });

  it('forbids keeping, sniffing and framing', async () => {
    await using admin = await startAdmin();
    const { headers } = await ask(admin, '/livez');
    expect(headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).to.include("default-src 'none'");
  });

  context('when it listens on this machine only', () => {
    for (const [host, status] of [
      ['127.0.0.1', 200],
      ['127.0.0.1:9', 200],
      ['localhost:3001', 200],
      ['LOCALHOST', 200],
      ['[::1]:3001', 200],
      ['evil.example', 403],
      ['127.0.0.1.evil.example', 403],
      ['localhost.evil.example:3001', 403],
      ['10.0.0.5', 403],
      ['a@127.0.0.1', 200],
      ['127.0.0.1@evil.example', 403],
      [' ', 403],
    ] as const) {
      it(`answers ${status} to the Host ${JSON.stringify(host)}`, async () => {
        await using admin = await startAdmin();
        expect(await ask(admin, '/livez', { headers: { host } })).to.have.property('status', status);
      });
    }

    for (const [origin, status] of [
      ['http://localhost:3001', 200],
      ['https://localhost:3001', 200],
      ['http://localhost:3000', 403],
      ['http://127.0.0.1:3001', 403],
      ['http://evil.example', 403],
      ['null', 403],
    ] as const) {
      it(`answers ${status} to a page of ${origin} that asks localhost:3001`, async () => {
        await using admin = await startAdmin();
        const headers = { host: 'localhost:3001', origin };
        expect(await ask(admin, '/livez', { headers })).to.have.property('status', status);
      });
    }
  });

  context('when it listens on every network', () => {
    it('takes any Host, since it has many names, but no foreign Origin', async () => {
      await using admin = await startAdmin({ host: '0.0.0.0' });
      const host = 'shop-7.internal:3001';
      expect(await ask(admin, '/livez', { headers: { host } })).to.have.property('status', 200);
      const headers = { host, origin: 'http://evil.example' };
      expect(await ask(admin, '/livez', { headers })).to.have.property('status', 403);
    });
  });

  context('when its port is taken', () => {
    it('says so, when somebody chose that port', async () => {
      await using first = await startAdmin();
      const thrown = await startAdmin({ port: first.admin.port }).catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(StartupError).with.nested.property('findings[0].code', 'PORT_IN_USE');
      expect(thrown)
        .to.have.nested.property('findings[0].fix')
        .that.includes('server.admin.port')
        .and.includes('--admin-port');
    });

    it('takes another one and warns, when nobody did', async () => {
      await using first = await startAdmin();
      await using second = await startAdmin({ port: first.admin.port, isPortChosen: false });
      expect(second.admin.port).to.not.equal(first.admin.port);
      expect(second.warnings).to.have.length(1);
      expect(second.warnings[0]).to.include({ code: 'PORT_IN_USE', severity: 'warning' });
      expect(second.warnings[0]?.what).to.include(`listens on port ${second.admin.port} instead`);
      expect(await ask(second, '/livez')).to.have.property('status', 200);
    });
  });

  it('opens no port when it is switched off', async () => {
    const config = testConfig({ server: testServer({ admin: { ...testServer().admin, port: false } }) });
    expect(await startAdminServer({ config, routes: [], logger: createMemoryLog().logger })).to.equal(undefined);
  });
});
