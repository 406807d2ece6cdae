import { expect } from 'chai';
import { defaultCompileAt } from '../../src/engine/run/plan-cache.ts';
import { openRaw } from '../support/raw-socket.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

/** The samples of a scrape that have this name, by their labels. */
async function scrape(gateway: TestGateway, name: string): Promise<Readonly<Record<string, number>>> {
  const response = await fetch(`${gateway.adminUrl}/metrics`);
  expect(response.status).to.equal(200);
  expect(response.headers.get('content-type')).to.match(/^text\/plain; version=0.0.4/);
  const samples = (await response.text()).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm);
  return Object.fromEntries(
    samples.flatMap(([, found, labels = '', value]) => (found === name ? [[labels, Number(value)]] : [])),
  );
}

describe('/metrics after requests of each kind', () => {
  let gateway: TestGateway;

  before(async () => {
    gateway = await startGateway({ fixture: 'page-shop', admin: true });
    await gateway.graphql('{ products { name notes { text } } }');
    await gateway.graphql('{ nothing }');
    await gateway.rest('GET', '/products/new');
    for (const path of ['/', '/products/1', '/products/2?session=secret', '/nowhere', '/assets/nowhere'])
      await (await fetch(gateway.url + path)).text();
  });

  after(async () => {
    await gateway[Symbol.asyncDispose]();
  });

  it('has each under its kind and name, by status', async () => {
    expect(await scrape(gateway, 'stoa_requests_total')).to.deep.equal({
      'kind="asset",name="asset",status="4xx"': 1,
      'kind="graphql",name="query",status="2xx"': 1,
      'kind="graphql",name="refused",status="4xx"': 1,
      'kind="rest",name="GET /products/new",status="2xx"': 1,
      'kind="page",name="homepage",status="2xx"': 1,
      'kind="page",name="productPage",status="2xx"': 2,
      'kind="unmatched",name="unmatched",status="4xx"': 1,
    });
  });

  it('has their durations as a histogram whose last bucket holds all', async () => {
    const buckets = await scrape(gateway, 'stoa_request_seconds_bucket');
    expect(buckets['le="+Inf",kind="page",name="productPage"']).to.equal(2);
    expect(buckets['le="10",kind="page",name="productPage"']).to.equal(2);
    const counts = await scrape(gateway, 'stoa_request_seconds_count');
    expect(counts['kind="page",name="productPage"']).to.equal(2);
    const sums = await scrape(gateway, 'stoa_request_seconds_sum');
    expect(sums['kind="page",name="productPage"']).to.be.above(0);
  });

  it('has none under way', async () => {
    expect(await scrape(gateway, 'stoa_requests_in_flight')).to.deep.equal({ '': 0 });
  });

  it('counts the calls of each extension by how it was asked', async () => {
    const calls = await scrape(gateway, 'stoa_extension_calls_total');
    expect(calls['extension="shelf",kind="rest"']).to.equal(1);
    // Query.products and Product.notes for the client; Query.products for the homepage; both Query.product and notes twice.
    expect(calls['extension="shelf",kind="graphql"']).to.equal(4);
    expect(calls['extension="shelf",kind="page"']).to.be.above(2);
    expect(await scrape(gateway, 'stoa_extension_calls_in_flight')).to.include({
      'extension="shelf",kind="graphql"': 0,
    });
    const seconds = await scrape(gateway, 'stoa_extension_seconds_total');
    expect(seconds['extension="notes",kind="graphql"']).to.be.above(0);
  });

  it('counts components that throw as failures of their extension', async () => {
    const errors = await scrape(gateway, 'stoa_extension_errors_total');
    // ThrowsAtOnce and ThrowsLater, on two pages.
    expect(errors['extension="notes",kind="page"']).to.equal(4);
    expect(errors['extension="shelf",kind="page"']).to.equal(0);
  });

  it('shows nothing that a client wrote', async () => {
    expect(await (await fetch(`${gateway.adminUrl}/metrics`)).text())
      .to.not.include('secret')
      .and.not.include('nowhere');
  });
});

describe('/metrics', () => {
  let gateway: TestGateway;

  before(async () => {
    gateway = await startGateway({ fixture: 'page-shop', admin: true });
  });

  after(async () => {
    await gateway[Symbol.asyncDispose]();
  });

  it('counts resolvers that throw, and the answer that had to be completed', async () => {
    const before = await scrape(gateway, 'stoa_extension_errors_total');
    const replayed = await scrape(gateway, 'stoa_operations_replayed_total');
    await gateway.graphql('{ product(id: "broken") { name } }');
    const after = await scrape(gateway, 'stoa_extension_errors_total');
    const key = 'extension="shelf",kind="graphql"';
    expect(after[key]).to.equal((before[key] ?? 0) + 1);
    expect(await scrape(gateway, 'stoa_operations_replayed_total')).to.deep.equal({ '': (replayed[''] ?? 0) + 1 });
  });

  it('counts operations and plans that have got code of their own', async () => {
    const before = await scrape(gateway, 'stoa_operations_total');
    // A plan is kept when its text comes a second time.
    for (let hit = 0; hit < 1 + defaultCompileAt + 4; hit++) await gateway.graphql('{ products { productId } }');
    const after = await scrape(gateway, 'stoa_operations_total');
    expect((after['tier="compiled"'] ?? 0) - (before['tier="compiled"'] ?? 0)).to.equal(5);
    expect(await scrape(gateway, 'stoa_plans')).to.have.property('tier="compiled"', 1);
  });

  it('counts a client that leaves before its answer as gone', async () => {
    const raw = await openRaw(Number(new URL(gateway.url).port));
    raw.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(async () => (await scrape(gateway, 'stoa_requests_in_flight'))[''] === 1);
    raw.socket.destroy();
    await once(async () => (await scrape(gateway, 'stoa_requests_in_flight'))[''] === 0);
    expect(await scrape(gateway, 'stoa_requests_total')).to.have.property('kind="page",name="slow",status="gone"', 1);
    expect(await scrape(gateway, 'stoa_extension_calls_in_flight')).to.have.property(
      'extension="shelf",kind="graphql"',
      1,
    );
  });

  it('has the generation, the database’s connections and the process', async () => {
    expect(await scrape(gateway, 'stoa_generation')).to.deep.equal({ '': 1 });
    expect(await scrape(gateway, 'stoa_database_connections_limit')).to.deep.equal({ '': 20 });
    expect(await scrape(gateway, 'stoa_database_connections')).to.have.all.keys(
      'state="in use"',
      'state="idle"',
      'state="open"',
    );
    expect((await scrape(gateway, 'process_resident_memory_bytes'))['']).to.be.above(1e6);
    expect((await scrape(gateway, 'stoa_event_loop_utilization'))['']).to.be.within(0, 1);
    expect(await scrape(gateway, 'nodejs_eventloop_lag_p99_seconds')).to.have.property('');
  });

  it('has what others hand in: breakers, refusals under load, reloads', async () => {
    const { telemetry, manifests } = gateway.gateway;
    for (const { id } of manifests) telemetry.breakers.set(id, () => (id === 'notes' ? 'open' : 'closed'));
    telemetry.countShed('event loop');
    telemetry.countReload('replaced');
    telemetry.serve(2);
    expect(await scrape(gateway, 'stoa_breaker_state')).to.deep.equal({
      'extension="shelf"': 0,
      'extension="notes"': 2,
    });
    expect(await scrape(gateway, 'stoa_requests_shed_total')).to.deep.equal({ 'reason="event loop"': 1 });
    expect(await scrape(gateway, 'stoa_reloads_total')).to.include({ 'outcome="replaced"': 1 });
    expect(await scrape(gateway, 'stoa_generation')).to.deep.equal({ '': 2 });
  });
});

/** Asks until it is so; the test's time-out bounds it. */
async function once(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

describe('/readyz of a shop', () => {
  it('is ready once the shop is open', async () => {
    await using gateway = await startGateway({ fixture: 'small-shop', admin: true });
    const response = await fetch(`${gateway.adminUrl}/readyz?verbose`);
    expect(response.status).to.equal(200);
    expect(await response.text()).to.equal('[+] running: ok\n[+] database: ok\n[+] extensions: ok\nready\n');
  });
});
