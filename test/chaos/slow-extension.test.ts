import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { extensionId } from '../support/database.ts';
import { openRaw } from '../support/raw-socket.ts';
import { forEachPlacementOfOne, type StartGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureConfig } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';
import { begin } from '../support/wire-client.ts';

type Answer = Awaited<ReturnType<TestGateway['graphql']>>;

function errorsOf({ errors = [] }: Answer): readonly object[] {
  return errors.map(({ path, extensions }) => ({ path, code: extensions?.code, extension: extensions?.extension }));
}

function startWith(startGateway: StartGateway) {
  return async (config: (text: string) => string = (text) => text): Promise<TestGateway> =>
    startGateway({ file: await fixtureConfig('slow-shop', config), empty: true });
}

function callsOf({ gateway }: TestGateway, extension: string) {
  return gateway.extensions.get(extensionId(extension))?.calls.report;
}

/** Statements of this test that the database is working on. */
async function sleeping(shop: TestGateway): Promise<number> {
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query = 'select pg_sleep(30)'`;
  // Its own role's: others' are hidden from it.
  const [row] = await shop.database('slow').query<{ count: number }>(text);
  return row?.count ?? 0;
}

forEachPlacementOfOne('an extension that awaits for ever', (startGateway) => {
  const start = startWith(startGateway);
  context('and whose circuit never opens', () => {
    // These tests share a shop, since none of their time-outs may open the circuit for the next one.
    let shop: TestGateway;
    before(async () => {
      shop = await start((text) => text.replace('failures: 3', 'failures: 0'));
    });
    after(() => shop[Symbol.asyncDispose]());

    context('in a resolver', () => {
      it('leaves null with an error at its own place, and the rest of the answer whole', async () => {
        const logged = shop.log.events('extension took too long').length;
        const answer = await shop.graphql('{ items { id name quick late } }');
        expect(answer.data).to.deep.equal({
          items: [
            { id: '1', name: 'Item 1', quick: 'quick 1', late: 'late 1' },
            { id: '2', name: 'Item 2', quick: 'quick 2', late: null },
            { id: '3', name: 'Item 3', quick: 'quick 3', late: 'late 3' },
          ],
        });
        expect(errorsOf(answer)).to.deep.equal([
          { path: ['items', 1, 'late'], code: 'EXTENSION_TIMEOUT', extension: 'slow' },
        ]);
        expect(shop.log.events('extension took too long')).to.have.length(logged + 1);
      });
    });

    context('in a batch', () => {
      it('leaves null with an error in each of its places', async () => {
        const answer = await shop.graphql('{ items { name lateBatch } }');
        expect(answer.data).to.have.property('items').that.has.length(3);
        expect(errorsOf(answer)).to.deep.equal(
          [0, 1, 2].map((index) => ({
            path: ['items', index, 'lateBatch'],
            code: 'EXTENSION_TIMEOUT',
            extension: 'slow',
          })),
        );
      });
    });

    context('in its database', () => {
      it('has its statements cancelled, and its connections back', async () => {
        // So that its connection is open when it looks.
        await sleeping(shop);
        const answer = shop.graphql('{ items { sleeps } }');
        await waitUntil(async () => (await sleeping(shop)) > 0);
        expect(errorsOf(await answer)).to.deep.include({
          path: ['items', 0, 'sleeps'],
          code: 'EXTENSION_TIMEOUT',
          extension: 'slow',
        });
        await waitUntil(async () => (await sleeping(shop)) === 0);
      });
    });

    context('in a handler', () => {
      it('answers 504 when the request’s time is over', async () => {
        expect(await shop.rest('GET', '/hang')).to.deep.include({ status: 504 });
      });

      it('lets a route that has a time of its own take longer', async () => {
        expect(await shop.rest('GET', '/patient')).to.deep.include({ status: 200 });
      });
    });

    context('in a handler that has begun its answer', () => {
      it('cuts the answer off when no byte has come for the request’s time, and stops the handler', async () => {
        const raw = await openRaw(Number(new URL(shop.url).port));
        raw.send('GET /stalled HTTP/1.1\r\nHost: a\r\n\r\n');
        const answer = await raw.closed();
        expect(answer)
          .to.match(/^HTTP\/1.1 200 /)
          .and.to.include('half')
          .and.to.not.match(/0\r\n\r\n$/);
        expect(shop.log.text()).to.include('The answer had no further byte for 1.2 s.');
        await waitUntil(() => shop.log.events('stalled handler stopped').length === 1);
      });

      it('leaves an answer alone that is written for longer', async () => {
        expect(await (await fetch(`${shop.url}/trickle`)).text()).to.equal('01234567end');
      });

      it('leaves a client alone that reads slowly', async () => {
        const answer = await begin(`${shop.url}/download`, {});
        await once(answer, 'readable');
        // Each of them takes longer than the request's time.
        for (let other = 0; other < 4; other++) await shop.rest('GET', '/patient');
        expect(await buffer(answer)).to.have.length(64 * 1_048_576);
      });
    });

    context('behind a page component', () => {
      it('shows the page without that component', async () => {
        const response = await fetch(`${shop.url}/`);
        expect(response.status).to.equal(200);
        expect(await response.text())
          .to.include('Item 1, Item 2')
          .and.to.not.include('not to be seen');
      });
    });

    context('again and again', () => {
      it('is asked all the same', async () => {
        await Promise.all([1, 2, 3, 4, 5].map(() => shop.graphql('{ hangs }')));
        expect(await shop.graphql('{ well }')).to.deep.equal({ data: { well: 'well' } });
      });
    });

    context('when another extension asks the shop for it', () => {
      it('is the one that took too long', async () => {
        const timedOut = () => [callsOf(shop, 'items')?.timedOut ?? 0, callsOf(shop, 'slow')?.timedOut ?? 0];
        const [items = 0, slow = 0] = timedOut();
        const { data } = await shop.graphql('{ items { asks } }');
        expect(data)
          .to.have.nested.property('items[0].asks')
          .that.matches(/slow took longer/);
        expect(timedOut()).to.deep.equal([items, slow + 3]);
      });
    });
  });

  context('again and again', () => {
    // A time-out does not count while the database is slow to answer.
    const exhaust = (shop: TestGateway, ask: () => Promise<unknown> = () => shop.graphql('{ hangs }')): Promise<void> =>
      waitUntil(async () => {
        await Promise.all([1, 2, 3].map(ask));
        return callsOf(shop, 'slow')?.state === 'open';
      });

    context('in its resolvers', () => {
      // These tests share a shop, whose circuit stays open.
      let shop: TestGateway;
      before(async () => {
        shop = await start();
        await exhaust(shop);
      });
      after(() => shop[Symbol.asyncDispose]());

      it('is given a rest: its fields are errors at once, and its neighbours’ are not', async () => {
        const answer = await shop.graphql('{ items { name } well }');
        expect(answer.data).to.have.property('items').that.has.length(3);
        expect(answer.data).to.have.property('well', null);
        expect(errorsOf(answer)).to.deep.equal([{ path: ['well'], code: 'EXTENSION_UNAVAILABLE', extension: 'slow' }]);
        expect(shop.log.events('circuit open')).to.have.length(1);
      });

      it('has its routes answered with 503 and Retry-After, and its neighbours’ as ever', async () => {
        const { status, headers } = await shop.rest('GET', '/well');
        expect(status).to.equal(503);
        expect(Number(headers.get('retry-after'))).to.be.within(1, 600);
        expect(await shop.rest('GET', '/items')).to.deep.include({ status: 200 });
      });
    });

    it('is given a rest for its handlers, too', async () => {
      await using shop = await start();
      await exhaust(shop, () => shop.rest('GET', '/hang'));
      expect(await shop.rest('GET', '/well')).to.deep.include({ status: 503 });
    });

    it('is back as soon as a call that is tried succeeds', async () => {
      await using shop = await start((text) => text.replace('resetMs: 600000', 'resetMs: 20'));
      await exhaust(shop);
      await waitUntil(async () => (await shop.rest('GET', '/well')).status === 200);
      await waitUntil(() => callsOf(shop, 'slow')?.state === 'closed');
      expect(await shop.graphql('{ well }')).to.deep.equal({ data: { well: 'well' } });
      expect(shop.log.events('circuit closed')).to.have.length(1);
    });
  });

  context('with a time of its own in gateway.yaml', () => {
    it('has that time', async () => {
      await using shop = await start((text) =>
        text.replace('./extensions/slow }', './extensions/slow, timeoutMs: 150 }'),
      );
      const { errors = [] } = await shop.graphql('{ hangs }');
      expect(errors.map(({ message }) => message)).to.deep.equal(['The extension slow took longer than 0.15 s.']);
      const { status, body } = await shop.rest('GET', '/hang');
      expect([status, body]).to.deep.equal([504, { error: 'The request took longer than 0.15 s.' }]);
    });
  });
});

forEachPlacementOfOne('a client that leaves', (startGateway) => {
  const start = startWith(startGateway);
  it('has the statements of its request cancelled', async () => {
    await using shop = await start((text) =>
      text.replace('callTimeoutMs: 600', 'callTimeoutMs: 20000').replace('timeoutMs: 1200', 'timeoutMs: 20000'),
    );
    const leave = new AbortController();
    const left = fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ items { sleeps } }' }),
      signal: leave.signal,
    }).catch(() => 'left');
    await waitUntil(async () => (await sleeping(shop)) > 0);
    leave.abort();
    expect(await left).to.equal('left');
    await waitUntil(async () => (await sleeping(shop)) === 0);
  });
});

forEachPlacementOfOne('an extension whose statements wait for the database', (startGateway) => {
  it('has calls refused, and its neighbours have none refused', async () => {
    const config = (text: string) =>
      text
        .replace('timeoutMs: 1200', 'timeoutMs: 20000')
        .replace('callTimeoutMs: 600', 'callTimeoutMs: 20000')
        .replace('database: {', 'database: { connections: 6,');
    await using shop = await startWith(startGateway)(config);
    // Given 40 clients of a route that holds a connection for 0.2 s each time
    const clients = Array.from({ length: 40 }, async () => {
      const statuses: number[] = [];
      for (let call = 0; call < 2; call++) statuses.push((await shop.rest('GET', '/busy')).status);
      return statuses;
    });
    let isBusy = true;
    const slow = Promise.all(clients).finally(() => {
      isBusy = false;
    });
    // When a neighbour is called until they are done
    const neighbours: unknown[] = [];
    while (isBusy) {
      neighbours.push((await shop.rest('GET', '/stored')).status, (await shop.graphql('{ items { name } }')).errors);
    }
    // Then none of the neighbour's calls is refused, and some of the busy extension are
    expect(new Set(neighbours)).to.deep.equal(new Set([200, undefined]));
    expect(new Set((await slow).flat())).to.deep.equal(new Set([200, 503]));
  });
});
