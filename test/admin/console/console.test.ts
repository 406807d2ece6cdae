import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Circuit } from '#telemetry';
import { askConsole, consoleToken, signInToConsole } from '../../support/console-client.ts';
import { extensionId } from '../../support/database.ts';
import { type NumberedShop, startNumbered } from '../../support/numbered-shop.ts';

const pages = [
  '/console',
  '/console/map',
  '/console/errors',
  '/console/slowest',
  '/console/generations',
  '/console/records',
  '/console/settings',
  '/console/config',
];
const live = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;

describe('the console', () => {
  let shop: NumberedShop;
  before(async () => {
    shop = await startNumbered({ admin: true });
  });
  after(() => shop[Symbol.asyncDispose]());

  context('when it listens on this machine only', () => {
    for (const path of pages)
      it(`shows ${path} to whoever is on the machine`, async () => {
        const { status, headers, body } = await askConsole(shop, path);
        expect(status, body).to.equal(200);
        expect(headers['content-security-policy'])
          .to.include("default-src 'self'")
          .and.include("frame-ancestors 'none'");
        expect(body).to.include('Stoa console').and.not.include('could not be');
      });

    it('keeps the policy of a page on the next visit', async () => {
      const { headers } = await askConsole(shop, '/console/map');
      // A browser replaces the headers of the page that it has by those of a 304.
      const next = await askConsole(shop, '/console/map', { headers: { 'if-none-match': headers.etag ?? '' } });
      expect(next.status).to.equal(304);
      expect(next.headers).to.not.have.property('content-security-policy');
    });

    it('leads from the map to a file, with its line marked', async () => {
      const { body } = await askConsole(shop, '/console/map');
      const [, address = ''] = /href="(\/console\/source\?at=[^"#]*Number\.graphql%3A2)#L2"/.exec(body) ?? [];
      const source = await askConsole(shop, address);
      expect(source.status, body).to.equal(200);
      expect(source.body).to.match(/<li id="L2" class="[^"]+" aria-current="location"><code>[^<]*number: Int!/);
    });

    for (const at of ['gateway.yaml:1', '../../../../etc/passwd:1', 'extensions/numbered/package.json:1', ''])
      it(`shows no file that the map does not name: ${at || 'none'}`, async () => {
        const { status } = await askConsole(shop, `/console/source?at=${encodeURIComponent(at)}`);
        expect(status).to.equal(404);
      });

    it('refuses a Host that is not this machine’s', async () => {
      const { status } = await askConsole(shop, '/console', { headers: { host: 'evil.example' } });
      expect(status).to.equal(403);
    });

    it('refuses a page of another site', async () => {
      const { status } = await askConsole(shop, '/console', { headers: { origin: 'http://evil.example' } });
      expect(status).to.equal(403);
    });

    it('has no button for whoever is not signed in', async () => {
      const { body } = await askConsole(shop, '/console/generations');
      expect(body).to.not.include('<button');
    });

    it('answers 404 to other paths, and to the shop’s', async () => {
      for (const path of ['/console/nothing', '/consoles', '/graphql', '/number'])
        expect(await askConsole(shop, path), path).to.have.property('status', 404);
    });

    it('is where the port alone leads', async () => {
      const { status, headers } = await askConsole(shop, '/');
      expect([status, headers.location]).to.deep.equal([303, '/console']);
    });

    it('answers 405 to other methods', async () => {
      for (const [method, path] of [
        ['PUT', '/console'],
        ['DELETE', '/console/generations'],
        ['POST', '/console/map'],
        ['PUT', '/console/rollback'],
      ] as const)
        expect(await askConsole(shop, path, { method }), `${method} ${path}`).to.have.property('status', 405);
    });
  });

  context('the map', () => {
    it('says which extension adds which route, field and component, and where it is written', async () => {
      const { body } = await askConsole(shop, '/console/map');
      for (const text of [
        'extensions/numbered/api/number/route.json:',
        'extensions/numbered/graphql/Number.graphql:',
        'extensions/other/graphql/Other.graphql:',
        'extensions/numbered/pages/homepage/Number.tsx:1',
        'gateway.yaml:6:7',
      ])
        expect(body).to.include(text);
    });
  });

  context('the drawing', () => {
    const textOf = (body: string): string => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

    it('has a box for each extension, and arrows to those whose types and areas it adds to', async () => {
      await using own = await startNumbered({ admin: true });
      await own.writeFile(
        'extensions/other/graphql/Other.graphql',
        'type Shelf @key(fields: "id") { id: ID! } extend type Query { otherNumber: Int! shelf(id: ID!): Shelf }',
      );
      await own.writeFile(
        'extensions/numbered/graphql/Number.graphql',
        'extend type Query { number: Int! } extend type Shelf { depth: Int }',
      );
      await own.writeFile(
        'extensions/other/graphql/Other.resolvers.ts',
        `export default {
          Query: { otherNumber: () => 1, shelf: (_root, { id }) => ({ id }) },
          Shelf: { __resolveReference: ({ id }) => ({ id }) },
        };`,
      );
      await own.writeFile(
        'extensions/numbered/graphql/Number.resolvers.ts',
        `export default { Query: { number: () => 1 }, Shelf: { depth: () => 1 } };`,
      );
      const { state, findings } = await own.generations.reload('test');
      expect(state, JSON.stringify(findings)).to.equal('current');
      const { body } = await askConsole(own, '/console/map');
      expect(body).to.match(/<a href="\/console\/map\?extension=other#other"[^>]*><rect/);
      expect(textOf(body)).to.include('numbered → other , types: Shelf');
      expect(textOf(body)).to.not.include('other → numbered');
      const filtered = await askConsole(own, '/console/map?type=Shelf&extension=numbered');
      expect(textOf(filtered.body)).to.include('1 of 2 extensions.').and.not.include('adds to Query');
      expect(filtered.body)
        .to.match(/<details id="numbered"[^>]* open/)
        .and.not.include('<details id="other"');
    });

    it('finds none where the filter fits none', async () => {
      const { body } = await askConsole(shop, '/console/map?type=Nothing');
      expect(textOf(body)).to.include('0 of 2 extensions.');
    });
  });

  context('signing in', () => {
    it('keeps the token for this user alone', async () => {
      await askConsole(shop, '/console');
      const { mode } = await stat(join(dirname(shop.file), '.stoa', 'console-token'));
      expect(mode & 0o777).to.equal(0o600);
    });

    it('gives a cookie that no script reads, no other site sends and that is not the token', async () => {
      await askConsole(shop, '/console');
      const token = await consoleToken(shop);
      const { status, headers } = await askConsole(shop, '/console/sign-in', {
        form: { secret: token, next: '/console/generations' },
      });
      expect([status, headers.location]).to.deep.equal([303, '/console/generations']);
      const [cookie = ''] = headers['set-cookie'] ?? [];
      expect(cookie).to.match(
        /^stoa_console_\w+=\d+\.[\w-]{43}; Path=\/console; Max-Age=43200; HttpOnly; SameSite=Strict$/,
      );
      expect(cookie).to.not.include(token);
    });

    it('refuses another token, and does not repeat it', async () => {
      const { status, headers, body } = await askConsole(shop, '/console/sign-in', {
        form: { secret: 'not-the-token' },
      });
      expect(status).to.equal(401);
      expect(headers['set-cookie']).to.equal(undefined);
      expect(body).to.include('This is not the token.').and.not.include('not-the-token');
    });

    it('goes back to nothing but its own pages', async () => {
      await askConsole(shop, '/console');
      const form = { secret: await consoleToken(shop), next: '//evil.example' };
      expect((await askConsole(shop, '/console/sign-in', { form })).headers.location).to.equal('/console');
    });

    it('takes the right token from no other page', async () => {
      await askConsole(shop, '/console');
      const form = { secret: await consoleToken(shop) };
      const { status } = await askConsole(shop, '/console/sign-in', {
        form,
        headers: { 'sec-fetch-site': 'same-site' },
      });
      expect(status).to.equal(403);
    });

    it('takes the cookie away again', async () => {
      const cookie = await signInToConsole(shop);
      const { status, headers } = await askConsole(shop, '/console/sign-out', { form: {}, cookie });
      expect(status).to.equal(303);
      expect(headers['set-cookie']?.[0]).to.include('Max-Age=0');
    });
  });

  context('going back', () => {
    async function two(): Promise<NumberedShop> {
      const own = await startNumbered({ admin: true });
      await own.write(2);
      await own.generations.reload('test');
      await own.generations.settled();
      return own;
    }

    for (const [who, cookie] of [
      ['a guest', undefined],
      ['a made-up cookie', `stoa_console_abcdefgh=9999999999.${'A'.repeat(43)}`],
    ] as const)
      it(`is refused to ${who}`, async () => {
        const { status } = await askConsole(shop, '/console/rollback', { form: { generation: '1' }, cookie });
        expect(status).to.equal(401);
        expect(shop.gateway.generation).to.equal(1);
      });

    it('is refused to a cookie whose signature is another’s', async () => {
      const cookie = await signInToConsole(shop);
      const last = cookie.endsWith('A') ? 'B' : 'A';
      for (const forged of [
        cookie.slice(0, -1) + last,
        cookie.replace(/=\d+/, '=9999999999'),
        `${cookie}; ${cookie}`,
      ]) {
        const { status } = await askConsole(shop, '/console/rollback', { form: { generation: '1' }, cookie: forged });
        expect(status, forged).to.equal(401);
      }
    });

    it('is refused to pages of other origins, whose browser adds the cookie', async () => {
      const cookie = await signInToConsole(shop);
      for (const headers of [
        { origin: 'http://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'none' },
      ]) {
        const form = { generation: '1' };
        const { status } = await askConsole(shop, '/console/rollback', { form, cookie, headers });
        expect(status, JSON.stringify(headers)).to.equal(403);
      }
      expect(shop.gateway.generation).to.equal(1);
    });

    it('serves the earlier generation under a new number', async () => {
      await using own = await two();
      const cookie = await signInToConsole(own);
      const { status, headers } = await askConsole(own, '/console/rollback', { form: { generation: '1' }, cookie });
      expect([status, headers.location]).to.deep.equal([303, '/console/generations?attempt=3']);
      expect(await own.numbers()).to.deep.equal([
        [1, 1],
        [1, 1],
        [1, 1, 1],
      ]);
      const { body } = await askConsole(own, '/console/generations?attempt=3', { cookie });
      expect(body).to.include('Generation 3 serves: rollback to 1.').and.include('Go back to 2');
    });

    it('does the same for a program that sends the token itself', async () => {
      await using own = await two();
      await askConsole(own, '/console');
      const headers = { authorization: `Bearer ${await consoleToken(own)}` };
      const { status } = await askConsole(own, '/console/rollback', { form: { generation: '1' }, headers });
      expect([status, own.gateway.generation]).to.deep.equal([303, 3]);
      const wrong = await askConsole(own, '/console/rollback', {
        form: { generation: '1' },
        headers: { authorization: 'Bearer wrong' },
      });
      expect([wrong.status, own.gateway.generation]).to.deep.equal([401, 3]);
    });

    it('says so when there is no such generation', async () => {
      const cookie = await signInToConsole(shop);
      const { status, body } = await askConsole(shop, '/console/rollback', { form: { generation: '99' }, cookie });
      expect(status).to.equal(404);
      expect(body).to.include('Generation 99 is not kept any longer.');
    });

    it('says so when what was sent is no number', async () => {
      const cookie = await signInToConsole(shop);
      const { status } = await askConsole(shop, '/console/rollback', { form: { generation: '<b>' }, cookie });
      expect(status).to.equal(400);
    });
  });

  context('reloading', () => {
    it('serves the files as they are', async () => {
      await using own = await startNumbered({ admin: true });
      const cookie = await signInToConsole(own);
      await own.write(2);
      const { status, headers } = await askConsole(own, '/console/reload', { form: {}, cookie });
      expect([status, headers.location]).to.deep.equal([303, '/console/generations?attempt=2']);
      expect((await own.numbers())[0]).to.deep.equal([2, 2]);
    });

    it('shows every finding as text when there is one, and keeps what serves', async () => {
      await using own = await startNumbered({ admin: true });
      const cookie = await signInToConsole(own);
      const name = '<img src=x onerror=alert(1)>';
      await own.writeFile(`extensions/other/graphql/${name}.graphql`, 'type {');
      const { headers } = await askConsole(own, '/console/reload', { form: {}, cookie });
      expect(own.gateway.generation).to.equal(1);
      const { body } = await askConsole(own, headers.location ?? '', { cookie });
      expect(body).to.include('Refused: asked for in the console').and.include('SDL_');
      expect(body).to.include('&lt;img src=x onerror=alert(1)&gt;.graphql:1').and.not.include('<img');
      await rm(join(dirname(own.file), `extensions/other/graphql/${name}.graphql`));
    });

    it('is refused to a guest', async () => {
      expect(await askConsole(shop, '/console/reload', { form: {} })).to.have.property('status', 401);
    });
  });

  it('asks GraphQL anew for what changes', async () => {
    const query = '{ overview { generation { number } extensions { id breaker recent { counts } } } }';
    const answer = await fetch(`${shop.adminUrl}/console/graphql`, { ...live, body: JSON.stringify({ query }) });
    const { data } = await answer.json();
    expect(data.overview.generation).to.deep.equal({ number: 1 });
    expect(data.overview.extensions.map(({ id }: { id: string }) => id)).to.deep.equal(['numbered', 'other']);
  });

  it('puts no text of a shop’s into its scripts', async () => {
    await using own = await startNumbered({ admin: true });
    const circuit = { state: '</script><script>alert(1)</script>', opened: 0, timedOut: 0, refused: 0 };
    own.gateway.telemetry.circuits.set(extensionId('other'), () => circuit as unknown as Circuit);
    const { body } = await askConsole(own, '/console');
    expect(body).to.include('&lt;/script&gt;&lt;script&gt;').and.not.include('<script>alert');
  });

  it('is closed, and says why in the log, while others may read its token', async () => {
    await using own = await startNumbered({ admin: true });
    const file = join(dirname(own.file), '.stoa', 'console-token');
    await writeFile(file, `${'A'.repeat(43)}\n`, { mode: 0o644 });
    expect(await askConsole(own, '/console')).to.have.property('status', 500);
    expect(own.log.text()).to.include('SECRET_UNUSABLE');
    await rm(file);
    expect(await askConsole(own, '/console')).to.have.property('status', 200);
  });

  it('leaves the shop as it is', async () => {
    await askConsole(shop, '/console');
    for (const path of pages) expect((await fetch(shop.url + path)).status, path).to.equal(404);
    expect([...shop.gateway.extensions.keys()]).to.deep.equal(['numbered', 'other']);
  });

  it('masks secrets in the config', async () => {
    const config = (text: string): string =>
      `${text}auth: { bearer: { jwt: { secret: "correct horse battery staple, quite long" } }, session: { secret: "another one that nobody may read" } }\n`;
    await using own = await startNumbered({ admin: true, config });
    const { body } = await askConsole(own, '/console/config');
    expect(body).to.include('secret: ').and.include('***');
    for (const secret of ['correct horse', 'nobody may read', await consoleToken(own)])
      expect(body).to.not.include(secret);
    expect(body).to.not.match(/postgres(ql)?:\/\/[^*\s]*:[^*\s]+@/);
  });
});

describe('the console on a network', () => {
  it('takes the token for reading too', async () => {
    const config = (text: string): string => text.replace('{ port: 0,', '{ port: 0, admin: { host: 0.0.0.0 },');
    await using shop = await startNumbered({ admin: true, config });
    const url = shop.adminUrl.replace('0.0.0.0', '127.0.0.1');
    const there = Object.assign(Object.create(shop), { adminUrl: url });
    for (const path of pages) {
      const { status, headers } = await askConsole(there, path);
      expect([status, headers.location]).to.deep.equal([303, `/console/sign-in?next=${encodeURIComponent(path)}`]);
    }
    const query = JSON.stringify({ query: '{ config { text } }' });
    expect((await fetch(`${url}/console/graphql`, { ...live, body: query })).status).to.equal(401);
    const cookie = await signInToConsole(there);
    for (const path of pages) expect((await askConsole(there, path, { cookie })).status, path).to.equal(200);
    const headers = { ...live.headers, cookie, origin: url };
    expect((await fetch(`${url}/console/graphql`, { method: 'POST', headers, body: query })).status).to.equal(200);
  });
});
