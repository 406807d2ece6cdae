import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { startNumbered } from '../support/numbered-shop.ts';
import { openRaw } from '../support/raw-socket.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { onlyLines } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

const codes = (generation: { readonly findings: readonly { readonly code: string }[] }) =>
  generation.findings.map(({ code }) => code);

describe('reload', () => {
  context('when files have changed', () => {
    it('serves what they say, everywhere', async () => {
      await using shop = await startNumbered();
      expect(await shop.numbers()).to.deep.equal([
        [1, 1],
        [1, 1],
        [1, 1, 1],
      ]);
      await shop.write(2);
      expect(await shop.generations.reload('test')).to.include({ number: 2, state: 'current', reason: 'test' });
      expect(await shop.numbers()).to.deep.equal([
        [2, 2],
        [2, 2],
        [2, 2, 2],
      ]);
    });

    it('finishes a request under way on the gateway that it began with', async () => {
      await using shop = await startNumbered();
      const slow = shop.rest<{ number: number; asked: number }>('GET', '/number?waitMs=500');
      while (shop.gateway.generation === 1) {
        await shop.write(2);
        await shop.generations.reload('test');
      }
      expect((await shop.rest('GET', '/number')).body).to.deep.equal({ number: 2, asked: 2 });
      const answer = await slow;
      expect([answer.body, answer.headers.get('x-stoa-generation')]).to.deep.equal([{ number: 1, asked: 1 }, '1']);
    });

    it('shares the extensions that have not', async () => {
      await using shop = await startNumbered();
      const before = shop.gateway;
      await shop.writeFile('extensions/numbered/src/number.ts', 'export const number = 2;');
      await shop.generations.reload('test');
      // What runs is the same; what counts its calls is each gateway's own.
      const same = [...before.extensions].map(([id, { calls }]) => [
        id,
        shop.gateway.extensions.get(id)?.calls === calls,
      ]);
      expect(same).to.deep.equal([
        ['numbered', false],
        ['other', true],
      ]);
    });

    it('gives the database connections of an extension that is gone to the others', async () => {
      // A job would open connections of its own.
      const few = onlyLines('catalog', 'customers', 'reviews');
      const config = (text: string): string => `${few(text)}jobs: { enabled: false }\n`;
      await using shop = await startGateway({ admin: true, config });
      const idle = async (): Promise<string | undefined> =>
        /stoa_database_connections\{state="idle"\} (\d+)/.exec(
          await (await fetch(`${shop.adminUrl}/metrics`)).text(),
        )?.[1];
      await shop.graphql('{ products(first: 1) { edges { node { name reviews { id } } } } }');
      expect(await idle()).to.equal('2');
      await shop.generations.settled();
      const text = await readFile(shop.file, 'utf8');
      await writeFile(shop.file, text.replace(/(name: reviews,.*enabled: )true/, '$1false'));
      expect(await shop.generations.reload('test')).to.include({ state: 'current' });
      await waitUntil(() => shop.log.events('gateway disposed').length > 0);
      expect(await idle()).to.equal('1');
    });

    it('sees a change that came during a build', async () => {
      await using shop = await startNumbered();
      await shop.write(2);
      const first = shop.generations.reload('one');
      await first.then(() => shop.write(3));
      const [second, third] = [shop.generations.reload('two'), shop.generations.reload('three')];
      expect((await second).number).to.equal((await third).number);
      expect((await shop.numbers())[0]).to.deep.equal([3, 3]);
    });
  });

  context('when something is wrong', () => {
    it('reports all findings, and keeps the gateway that it has', async () => {
      await using shop = await startNumbered();
      await shop.writeFile('extensions/numbered/api/number/number.ts', 'export default 1;');
      await shop.writeFile('extensions/other/graphql/Other.resolvers.ts', 'throw new Error("other is broken");');
      const failed = await shop.generations.reload('test');
      expect(failed.state).to.equal('failed');
      expect(codes(failed)).to.have.members(['HANDLER_NOT_A_FUNCTION', 'EXTENSION_THROWS']);
      expect(shop.log.events('reload refused')[0]).to.have.property('findings').with.length(2);
      expect((await shop.numbers())[0]).to.deep.equal([1, 1]);
    });

    it('is in the list, and the next number is free', async () => {
      await using shop = await startNumbered();
      await shop.writeFile('gateway.yaml', 'version: 2');
      await shop.generations.reload('test');
      expect(shop.generations.list()[0]).to.include({ number: 2, state: 'failed', configHash: undefined });
      expect(shop.generations.list()[1]).to.include({ number: 1, state: 'current', reason: 'start' });
    });
  });

  context('when gateway.yaml changes what only a start can', () => {
    it('warns, with the place, and takes over the rest', async () => {
      await using shop = await startNumbered();
      const text = await readFile(shop.file, 'utf8');
      const changed = text
        .replace('port: 0,', 'port: 0, host: 127.0.0.9,')
        .replace('debugHeaders: true', 'debugHeaders: false');
      await writeFile(shop.file, `${changed}graphql: { access: private }\n`);
      const generation = await shop.generations.reload('test');
      expect(generation.findings).to.have.length(1);
      expect(generation.findings[0]).to.include({ code: 'CONFIG_NEEDS_RESTART', severity: 'warning' });
      expect(generation.findings[0]?.where).to.include({ line: 2 });
      const response = await fetch(`${shop.url}/graphql?query={number}`);
      expect([response.status, response.headers.get('x-stoa-generation')]).to.deep.equal([401, null]);
    });
  });

  context('when gateway.yaml changes how tasks run', () => {
    it('warns, since the queue is open already', async () => {
      await using shop = await startNumbered();
      await writeFile(shop.file, `${await readFile(shop.file, 'utf8')}jobs: { enabled: false }\n`);
      const generation = await shop.generations.reload('test');
      expect(generation.findings.map(({ code }) => code)).to.deep.equal(['CONFIG_NEEDS_RESTART']);
      expect(shop.gateway.config.jobs.enabled).to.equal(true);
    });
  });

  context('when gateway.yaml changes where the admin port is, or how long a head may be', () => {
    for (const [key, section] of [
      ['server.admin.port', 'admin: { port: 3999 }'],
      ['server.admin.host', 'admin: { host: 127.0.0.9 }'],
      ['server.limits.headerBytes', 'limits: { headerBytes: 20000 }'],
    ]) {
      it(`warns of ${key}, and serves on as before`, async () => {
        await using shop = await startGateway({
          fixture: 'numbered-shop',
          empty: true,
          ...(key === 'server.admin.port' && { overrides: { port: 0 } }),
        });
        const before = shop.gateway.config.server;
        const text = await readFile(shop.file, 'utf8');
        await writeFile(shop.file, text.replace('port: 0,', `port: 0, ${section},`));
        const { state, findings } = await shop.generations.reload('test');
        expect([state, ...findings.map(({ what }) => what.split('"')[1])]).to.deep.equal(['current', key]);
        expect(shop.gateway.config.server).to.deep.equal(before);
      });
    }
  });

  context('when gateway.yaml changes what an open server can take over', () => {
    const limit = async (shop: TestGateway, limits: string): Promise<void> => {
      const text = await readFile(shop.file, 'utf8');
      await writeFile(shop.file, text.replace(/server: .*/, `server: { port: 0, limits: { ${limits} } }`));
      expect(await shop.generations.reload('test')).to.deep.include({ state: 'current', findings: [] });
    };
    const port = ({ url }: TestGateway) => Number(new URL(url).port);

    it('has as many requests in flight as it says', async () => {
      await using shop = await startNumbered();
      const numbers = () =>
        Promise.all([1, 2, 3].map(async () => (await fetch(`${shop.url}/number?waitMs=2000`)).status));
      expect(await numbers()).to.deep.equal([200, 200, 200]);
      await limit(shop, 'inFlight: 1');
      expect((await numbers()).toSorted()).to.deep.equal([200, 503, 503]);
      await limit(shop, 'inFlight: 3');
      expect(await numbers()).to.deep.equal([200, 200, 200]);
    });

    it('waits for a head as long as it says', async () => {
      await using shop = await startNumbered();
      await limit(shop, 'headersMs: 100');
      const begun = performance.now();
      const raw = await openRaw(port(shop));
      raw.send('GET /number HTTP/1.1\r\nHost: a\r\n');
      expect(await raw.closed()).to.contain('408');
      // Those of the start end after 8.5 s at the earliest.
      expect(performance.now() - begun).to.be.below(8_000);
    });

    it('takes as many header fields as it says, on connections that are open too', async () => {
      await using shop = await startNumbered();
      await limit(shop, 'keepAliveMs: 60000');
      const raw = await openRaw(port(shop));
      const send = (count: number) =>
        raw.send(`GET /number HTTP/1.1\r\nHost: a\r\n${'X-Y: z\r\n'.repeat(count - 1)}\r\n`);
      send(20);
      await raw.until(/200 OK/);
      await limit(shop, 'headers: 10');
      send(11);
      await raw.until(/ 431 /);
    });

    it('keeps an idle connection as long as it says', async () => {
      await using shop = await startNumbered();
      await limit(shop, 'keepAliveMs: 9000');
      const raw = await openRaw(port(shop));
      raw.send('GET /number HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(await raw.until(/\r\n\r\n/)).to.match(/Keep-Alive: timeout=9\r\n/);
    });
  });

  context('when somebody has sent as many requests as they may', () => {
    const limited = async (shop: TestGateway, points: number, more = ''): Promise<void> => {
      const text = await readFile(shop.file, 'utf8');
      const server = `server: { port: 0, rateLimit: { points: ${points}, seconds: 600 }${more} }`;
      await writeFile(shop.file, text.replace(/server: .*/, server));
      expect((await shop.generations.reload('test')).state).to.equal('current');
    };
    const status = async (shop: TestGateway) => (await fetch(`${shop.url}/number`)).status;

    it('counts on while the rule stays as it is, and anew when it is another', async () => {
      await using shop = await startNumbered();
      await limited(shop, 1);
      expect([await status(shop), await status(shop)]).to.deep.equal([200, 429]);
      await limited(shop, 1, ', accessLog: true');
      expect(await status(shop)).to.equal(429);
      await limited(shop, 2);
      expect([await status(shop), await status(shop), await status(shop)]).to.deep.equal([200, 200, 429]);
    });

    it('counts on for a route with a limit of its own', async () => {
      await using shop = await startNumbered();
      const file = 'extensions/numbered/api/number/route.json';
      const route = JSON.parse(await readFile(join(dirname(shop.file), file), 'utf8'));
      await shop.writeFile(file, JSON.stringify({ ...route, rateLimit: { points: 1, seconds: 600 } }));
      await shop.generations.reload('test');
      expect([await status(shop), await status(shop)]).to.deep.equal([200, 429]);
      await shop.write(2);
      expect((await shop.generations.reload('test')).state).to.equal('current');
      expect(await status(shop)).to.equal(429);
    });
  });

  context('when a migration has not run', () => {
    const migration = (file: string) => join(dirname(file), 'extensions/things/migrations/002-colour.sql');
    const addColour = "alter table thing add column colour text not null default 'red';";

    it('refuses in production, and leaves the database alone', async () => {
      await using shop = await startGateway({ fixture: 'small-shop', empty: true });
      await writeFile(migration(shop.file), addColour);
      const generation = await shop.generations.reload('test');
      expect([generation.state, codes(generation)]).to.deep.equal(['failed', ['MIGRATION_NOT_RUN']]);
      const columns = await shop.database('things').query<{ name: string }>('select * from thing');
      expect(columns).to.deep.equal([]);
      await rm(migration(shop.file));
      expect((await shop.generations.reload('test')).state).to.equal('current');
    });

    it('runs it in development', async () => {
      await using shop = await startGateway({ fixture: 'small-shop', empty: true, development: true });
      await writeFile(migration(shop.file), addColour);
      expect((await shop.generations.reload('test')).state).to.equal('current');
      expect(await shop.database('things').query('select colour from thing')).to.deep.equal([]);
    });

    it('refuses one that was edited after it ran', async () => {
      await using shop = await startGateway({ fixture: 'small-shop', empty: true, development: true });
      await writeFile(migration(shop.file), addColour);
      await shop.generations.reload('test');
      await writeFile(migration(shop.file), addColour.replace('red', 'blue'));
      expect(codes(await shop.generations.reload('test'))).to.deep.equal(['MIGRATION_CHANGED']);
    });
  });

  context('a module that would take the process along', () => {
    for (const [what, code, text] of [
      ['loops', 'EXTENSION_LOADS_FOREVER', 'let turns = 0;\n\nwhile (true) turns++;\nexport const number = turns;'],
      ['waits for ever', 'EXTENSION_LOADS_FOREVER', 'await new Promise(() => {});\nexport const number = 2;'],
      ['ends the process', 'EXTENSION_THROWS', 'process.exit(3);\nexport const number = 2;'],
      [
        'throws later',
        'EXTENSION_THROWS',
        'setImmediate(() => { throw new Error("late"); });\nawait new Promise(() => {});',
      ],
      ['throws', 'EXTENSION_THROWS', '\n\nthrow new Error("at once");\nexport const number = 2;'],
    ] as const) {
      it(`is refused when it ${what}, and answers go on meanwhile`, async () => {
        await using shop = await startNumbered();
        await shop.writeFile('extensions/other/src/number.ts', text);
        const reloading = shop.generations.reload('test');
        expect((await shop.numbers())[1]).to.deep.equal([1, 1]);
        const generation = await reloading;
        expect([generation.state, codes(generation)]).to.deep.equal(['failed', [code]]);
        expect(generation.findings[0]?.where).to.have.property('line');
        expect((await shop.numbers())[0]).to.deep.equal([1, 1]);
        await shop.write(4);
        expect((await shop.generations.reload('test')).state).to.equal('current');
      });
    }
  });

  context('leases', () => {
    it('are given back, however a request ends', async () => {
      await using shop = await startNumbered();
      const { port } = new URL(shop.url);
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

      const pipelined = await openRaw(Number(port));
      pipelined.send(get('/number') + get('/') + get('/nothing') + get('/graphql?query={'));
      await pipelined.until(/(HTTP\/1.1[\s\S]*){4}/);
      // Cut off while the first of two pipelined requests is answered, and the second waits for its turn.
      pipelined.send(get('/number?waitMs=300') + get('/number'));
      const aborted = request(`${shop.url}/number?waitMs=300`).on('error', () => undefined);
      aborted.end();
      await Promise.all([once(aborted, 'socket'), shop.numbers()]);
      pipelined.socket.destroy();
      aborted.destroy();
      const upload = await openRaw(Number(port));
      upload.send(
        'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      upload.socket.end();
      await upload.closed();

      await shop.write(2);
      await shop.generations.reload('test');
      await waitUntil(() => shop.log.events('gateway disposed').length > 0);
      expect(shop.generations.list().map(({ number, state }) => [number, state])).to.deep.equal([
        [2, 'current'],
        [1, 'kept'],
      ]);
    });

    it('of requests that take too long are cut off', async () => {
      await using shop = await startNumbered();
      const text = await readFile(shop.file, 'utf8');
      await writeFile(shop.file, text.replace('system:', 'system:\n  reload: { drainMs: 1 }'));
      const slow = shop.rest('GET', '/number?waitMs=9000').catch(() => 'cut off');
      while (shop.gateway.generation < 2) await shop.generations.reload('test');
      expect(await slow).to.equal('cut off');
    });
  });

  context('rollback', () => {
    it('serves the generation before, under a new number', async () => {
      await using shop = await startNumbered();
      await shop.write(2);
      await shop.generations.reload('test');
      expect(await shop.generations.rollback()).to.include({ number: 3, state: 'current', reason: 'rollback to 1' });
      expect(await shop.numbers()).to.deep.equal([
        [1, 1],
        [1, 1],
        [1, 1, 1],
      ]);
      await shop.generations.reload('test');
      expect((await shop.numbers())[2]).to.deep.equal([2, 2, 2]);
    });

    it('takes the number of any of the last 24 hours', async () => {
      await using shop = await startNumbered();
      for (const number of [2, 3, 4, 5, 6, 7]) {
        await shop.write(number);
        await shop.generations.reload('test');
        // What is written over before it was copied is not kept.
        await shop.generations.settled();
      }
      await shop.generations.rollback(1);
      expect((await shop.numbers())[2]).to.deep.equal([1, 1, 1]);
      await shop.generations.rollback(3);
      expect((await shop.numbers())[2]).to.deep.equal([3, 3, 3]);
      expect(await shop.generations.rollback(77)).to.equal(undefined);
    });

    for (const gone of ['1/gateway.yaml', 'sources']) {
      it(`does not take a generation that is not whole any more: without ${gone}`, async () => {
        await using shop = await startNumbered();
        await shop.write(2);
        await shop.generations.reload('test');
        await shop.generations.settled();
        await rm(join(shop.gateway.config.stateFolder, 'generations', gone), { recursive: true });
        expect(await shop.generations.rollback(1)).to.equal(undefined);
        expect(shop.generations.list().find(({ number }) => number === 1)).to.include({ state: 'gone' });
        expect((await shop.numbers())[2]).to.deep.equal([2, 2, 2]);
      });
    }

    it('brings gateway.yaml back too, without touching the file', async () => {
      await using shop = await startNumbered();
      const text = await readFile(shop.file, 'utf8');
      await writeFile(shop.file, `${text}graphql: { access: private }\n`);
      await shop.generations.reload('test');
      expect((await fetch(`${shop.url}/graphql?query={number}`)).status).to.equal(401);
      await shop.generations.rollback(1);
      expect((await fetch(`${shop.url}/graphql?query={number}`)).status).to.equal(200);
      expect(await readFile(shop.file, 'utf8')).to.contain('access: private');
    });
  });
});
