import { expect } from 'chai';
import { type Cause, type FailingServer, openFailingServer } from '../support/failing-server.ts';
import { askAll, problemOf, type ShopAnswer, type ShopRequest, untilRecovered } from '../support/outage-requests.ts';
import { forEachPlacementOfOne, type TestGateway } from '../support/start-gateway.ts';
import { withoutLines } from '../support/test-project.ts';

type Answers = ReadonlyMap<ShopRequest, ShopAnswer>;

/** What is wrong, by the request's name. */
function problems(during: Answers, before: Answers, lost: 'reads' | 'writes'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...during].flatMap(([request, answer]) => {
      const earlier = before.get(request);
      const problem = earlier === undefined ? 'not asked before' : problemOf(request, answer, earlier, lost);
      return problem === undefined ? [] : [[request.name, problem]];
    }),
  );
}

/** Each extension may have a process of its own: those that no request of this test asks for stay away. */
const extras = ['supplement', 'pick-up', 'invoice', 'card', 'payment-sandbox', 'cash-on-delivery', 'content', 'foo'];

forEachPlacementOfOne('a shop whose database fails', (startGateway) => {
  let server: FailingServer;
  let shop: TestGateway;
  let healthy: Answers;
  let session: string;

  before(async () => {
    server = await openFailingServer();
    const config = (text: string) =>
      withoutLines(...extras)(text).replace('server: { ', 'server: { trustProxy: [loopback], ');
    shop = await startGateway({ databaseUrl: server.url, admin: true, config });
    healthy = await askAll(shop.url);
    session = await register();
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** The cookie of a new customer. */
  async function register(): Promise<string> {
    const body = { name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' };
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await shop.rest('POST', '/customers', { body, headers });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie, `${answer.status}: ${JSON.stringify(answer.body)}`).to.match(/^stoa_session=./);
    return cookie.split(';')[0] ?? '';
  }

  /**
   * Within a second. A busy machine gets in addition what two rounds take on it without any outage: a request that was
   * asked just before the end is answered first.
   */
  async function expectRecovery(): Promise<void> {
    const ms = await untilRecovered(shop.url, healthy);
    const started = performance.now();
    await askAll(shop.url);
    await askAll(shop.url);
    expect(ms).to.be.below(1_000 + performance.now() - started);
  }

  for (const cause of ['away', 'stopped', 'out of connections'] satisfies Cause[])
    context(`because it is ${cause}`, () => {
      it('answers 503 where data is lost, all else as before, and all of it within 1 s of the end', async () => {
        const began = performance.now();
        await askAll(shop.url);
        const healthyMs = performance.now() - began;
        const end = await server.begin(cause);
        try {
          // Twice, so that circuits have the time to open.
          const first = await askAll(shop.url);
          expect(problems(first, healthy, 'reads')).to.deep.equal({});
          expect(problems(await askAll(shop.url), healthy, 'reads')).to.deep.equal({});
          for (const { ms } of first.values()) expect(ms).to.be.below(4_000 + 2 * healthyMs);
        } finally {
          await end();
        }
        await expectRecovery();
      });
    });

  context('because it stops before all connections are open again', () => {
    it('answers 503 where data is lost, and is whole within 1 s of the end', async () => {
      const endAway = await server.begin('away');
      await askAll(shop.url);
      await endAway();
      // The extensions' connections are open again, and the one that pings is not.
      await untilRecovered(shop.url, healthy);
      const end = await server.begin('stopped');
      try {
        expect(problems(await askAll(shop.url), healthy, 'reads')).to.deep.equal({});
      } finally {
        await end();
      }
      await expectRecovery();
    });
  });

  context('because it accepts no login any more', () => {
    it('gives no page without its subject, and is whole within 1 s of the end', async () => {
      // Without connections, so that the shop needs new ones.
      const endFull = await server.begin('out of connections');
      await askAll(shop.url);
      const end = await server.begin('frozen login');
      await endFull();
      try {
        expect(problems(await askAll(shop.url), healthy, 'reads')).to.deep.equal({});
      } finally {
        await end();
      }
      await expectRecovery();
    });
  });

  context('because it is 500 ms away', () => {
    it('answers late or 503, never without what a page is about, and is quick again within 1 s', async () => {
      const end = await server.begin('500 ms away');
      try {
        for (let round = 0; round < 3; round++) {
          for (const [request, { status, text }] of await askAll(shop.url)) {
            const well = healthy.get(request)?.status;
            expect([well, 503], request.name).to.include(status);
            if (status === 200 && request.subject !== undefined) expect(text).to.include(request.subject);
          }
        }
      } finally {
        await end();
      }
      await expectRecovery();
    });
  });

  context('because its disk is full', () => {
    before(function () {
      // Only root may mount a small file system.
      if (process.getuid?.() !== 0) this.skip();
    });
    it('refuses what is to be stored, and answers all else as before', async () => {
      const end = await server.begin('disk full');
      try {
        expect(problems(await askAll(shop.url), healthy, 'writes')).to.deep.equal({});
      } finally {
        await end();
      }
      await expectRecovery();
      const reasons = shop.log.events('database cannot work').map(({ reason }) => String(reason));
      expect(reasons.some((reason) => /No space left/.test(reason))).to.equal(true);
    });
  });

  context('because it takes no changes', () => {
    const ready = async () => (await fetch(`${shop.adminUrl}/readyz`)).text();

    it('refuses what is to be stored, is not ready, and is whole within 1 s of the end', async () => {
      const end = await server.begin('read-only');
      try {
        expect(problems(await askAll(shop.url), healthy, 'writes')).to.deep.equal({});
        expect(problems(await askAll(shop.url), healthy, 'writes')).to.deep.equal({});
        expect(await ready()).to.include('takes no changes');
      } finally {
        await end();
      }
      await expectRecovery();
      expect(await ready()).to.not.include('takes no changes');
      expect(shop.log.events('database takes no changes')).to.not.deep.equal([]);
    });

    it('is whole within 1 s of the promotion of a standby', async () => {
      const promote = await server.begin('standby');
      try {
        while (!(await ready()).includes('takes no changes'));
        expect(problems(await askAll(shop.url), healthy, 'writes')).to.deep.equal({});
      } finally {
        await promote();
      }
      await expectRecovery();
      expect(await ready()).to.not.include('takes no changes');
    });
  });

  context('while it is away', () => {
    let end: () => Promise<void>;

    before(async () => {
      end = await server.begin('away');
    });
    after(() => end());

    it('says so in the frame of the shop', async () => {
      const text = await (await fetch(`${shop.url}/products/1001`)).text();
      expect(text)
        .to.match(/<header>.*<search/s)
        .and.to.match(/<footer>/);
      expect(text).to.match(/<title>Temporarily unavailable<\/title>/);
      expect(text).to.match(/<main[^>]*><h1>Temporarily unavailable<\/h1>/);
      expect(text)
        .to.match(/<link rel="stylesheet"/)
        .and.not.to.match(/<form method="post"/);
    });

    it('shows a refused form again, with what was typed, and says that a part is missing', async () => {
      const response = await fetch(`${shop.url}/products/1001/reviews`, {
        method: 'POST',
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          origin: shop.url,
          'sec-fetch-site': 'same-origin',
        },
        body: 'author=Ann&rating=9&comment=typed+before',
      });
      expect(response.status).to.equal(400);
      expect(await response.text())
        .to.include('typed before')
        .and.to.include('A part of this page is temporarily unavailable.');
    });

    it('answers GraphQL by the rules of its media types', async () => {
      const asked = [
        ['{ product(id: 1001) { name } flatRateShipping { price } }', 'application/graphql-response+json', 200],
        ['{ products(first: 2) { totalCount } }', 'application/graphql-response+json', 503],
        ['{ products(first: 2) { totalCount } }', 'application/json', 200],
      ] as const;
      for (const [query, accept, status] of asked) {
        const response = await fetch(`${shop.url}/graphql`, {
          method: 'POST',
          headers: { accept, 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });
        expect(response.status, query).to.equal(status);
        expect(response.headers.get('retry-after'), query).to.equal(status === 503 ? '1' : null);
        expect(await response.json(), query).to.have.nested.property('errors[0].extensions.code', 'UNAVAILABLE');
      }
    });

    it('answers a browser with a session by the same page', async () => {
      const response = await fetch(`${shop.url}/`, { headers: { accept: 'text/html', cookie: session } });
      expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5']);
      expect(await response.text()).to.match(/<header>.*<search/s);
    });
  });
});
