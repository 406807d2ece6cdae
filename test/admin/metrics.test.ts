import { expect } from 'chai';
import { defaultCompileAt } from '../../src/engine/run/plan-cache.ts';
import { openRaw } from '../support/raw-socket.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

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
    const requests = Object.entries(await scrape(gateway, 'stoa_requests_total'));
    expect(Object.fromEntries(requests.filter(([, count]) => count > 0))).to.deep.equal({
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

  it('counts the errors of GraphQL answers by code', async () => {
    const errors = Object.entries(await scrape(gateway, 'stoa_graphql_errors_total'));
    expect(errors.filter(([, count]) => count > 0)).to.deep.equal([['code="GRAPHQL_VALIDATION_FAILED"', 1]]);
  });

  it('shows nothing that a client wrote', async () => {
    expect(await (await fetch(`${gateway.adminUrl}/metrics`)).text())
      .to.not.include('secret')
      .and.not.include('nowhere');
  });
});

describe('the first scrape', () => {
  it('has each counter, at 0', async () => {
    await using gateway = await startGateway({ fixture: 'page-shop', admin: true });
    const statuses = ['gone', '2xx', '3xx', '4xx', '5xx'];
    const requests = await scrape(gateway, 'stoa_requests_total');
    const durations = await scrape(gateway, 'stoa_request_seconds_count');
    for (const series of [
      'kind="rest",name="GET /products/new"',
      'kind="page",name="homepage"',
      'kind="page",name="productPage"',
      'kind="graphql",name="query"',
      'kind="asset",name="asset"',
      'kind="unmatched",name="unmatched"',
    ]) {
      expect(requests, series).to.include(
        Object.fromEntries(statuses.map((each) => [`${series},status="${each}"`, 0])),
      );
      expect(durations).to.have.property(series, 0);
    }
    const calls = Object.fromEntries(
      ['shelf', 'notes'].flatMap((extension) =>
        ['graphql', 'rest', 'page'].map((kind) => [`extension="${extension}",kind="${kind}"`, 0]),
      ),
    );
    for (const name of ['calls', 'errors', 'seconds'])
      expect(await scrape(gateway, `stoa_extension_${name}_total`), name).to.deep.equal(calls);
    const operations = { 'tier="compiled"': 0, 'tier="planned"': 0, 'tier="introspection"': 0 };
    expect(await scrape(gateway, 'stoa_operations_total')).to.deep.equal(operations);
    expect(await scrape(gateway, 'stoa_requests_shed_total')).to.deep.equal({ 'reason="load"': 0 });
    expect(await scrape(gateway, 'stoa_reloads_total')).to.deep.equal({
      'outcome="replaced"': 0,
      'outcome="refused"': 0,
    });
    expect(await scrape(gateway, 'stoa_graphql_errors_total')).to.include({ 'code="TIMEOUT"': 0, 'code="other"': 0 });
    expect(await scrape(gateway, 'stoa_refused_credentials_total')).to.deep.equal({
      'credential="bearer",reason="invalid"': 0,
      'credential="session",reason="unsigned"': 0,
      'credential="session",reason="unknown"': 0,
      'credential="console",reason="token"': 0,
      'credential="console",reason="cookie"': 0,
    });
  });
});

describe('/metrics', () => {
  let gateway: TestGateway;

  before(async () => {
    // The call of a page that waits must not time out while the tests look at it.
    const config = (text: string) => text.replace('system:\n', 'system:\n  callTimeoutMs: 60000\n');
    gateway = await startGateway({ fixture: 'page-shop', admin: true, config });
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

  it('counts refused credentials of shoppers, programs and operators', async () => {
    const ask = async (url: string, headers: HeadersInit): Promise<void> => {
      await (await fetch(url, { headers })).text();
    };
    await ask(`${gateway.url}/`, { authorization: 'Bearer forged' });
    await ask(`${gateway.url}/`, { cookie: 'stoa_session=forged' });
    await ask(`${gateway.adminUrl}/console`, { authorization: 'Bearer forged' });
    expect(await scrape(gateway, 'stoa_refused_credentials_total')).to.deep.equal({
      'credential="bearer",reason="invalid"': 1,
      'credential="session",reason="unsigned"': 1,
      'credential="session",reason="unknown"': 0,
      'credential="console",reason="token"': 1,
      'credential="console",reason="cookie"': 0,
    });
  });

  it('counts codes that an extension chooses as other', async () => {
    gateway.gateway.telemetry.countGraphqlErrors([{ extensions: { code: 'MINE' } }, {}]);
    expect(await scrape(gateway, 'stoa_graphql_errors_total')).to.have.property('code="other"', 2);
  });

  it('names the versions, and says that the shop is ready', async () => {
    const [build = ''] = Object.keys(await scrape(gateway, 'stoa_build_info'));
    expect(build).to.match(/^version="\d[^"]*",node="v\d[^"]*",postgres="\d+(\.\d+)?"$/);
    expect(await scrape(gateway, 'stoa_ready')).to.deep.equal({ '': 1 });
    const limit = (await scrape(gateway, 'stoa_heap_limit_bytes'))[''];
    expect(limit).to.be.above((await scrape(gateway, 'nodejs_heap_size_used_bytes'))[''] ?? 0);
    expect(await scrape(gateway, 'stoa_requests_in_flight_limit')).to.deep.equal({ '': 1000 });
  });

  it('counts a client that leaves before its answer as gone', async () => {
    const raw = await openRaw(Number(new URL(gateway.url).port));
    raw.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await waitUntil(async () => (await scrape(gateway, 'stoa_requests_in_flight'))[''] === 1);
    raw.socket.destroy();
    await waitUntil(async () => (await scrape(gateway, 'stoa_requests_in_flight'))[''] === 0);
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
    telemetry.serve({ ...gateway.gateway, generation: 2 });
    const circuit = { state: 'open', opened: 3, timedOut: 15, refused: 4 } as const;
    for (const { id } of manifests) if (id === 'notes') telemetry.circuits.set(id, () => circuit);
    telemetry.shed.add('load');
    telemetry.generation.replaced++;
    expect(await scrape(gateway, 'stoa_breaker_state')).to.deep.equal({
      'extension="shelf"': 0,
      'extension="notes"': 2,
    });
    for (const [name, count] of [
      ['stoa_breaker_opened_total', 3],
      ['stoa_extension_timeouts_total', 15],
      ['stoa_extension_calls_refused_total', 4],
    ] as const)
      expect(await scrape(gateway, name), name).to.deep.equal({ 'extension="shelf"': 0, 'extension="notes"': count });
    expect(await scrape(gateway, 'stoa_requests_shed_total')).to.deep.equal({ 'reason="load"': 1 });
    expect(await scrape(gateway, 'stoa_reloads_total')).to.include({ 'outcome="replaced"': 1 });
    expect(await scrape(gateway, 'stoa_generation')).to.deep.equal({ '': 2 });
  });
});

describe('/readyz of a shop', () => {
  it('is ready once the shop is open', async () => {
    await using gateway = await startGateway({ fixture: 'small-shop', admin: true });
    const response = await fetch(`${gateway.adminUrl}/readyz?verbose`);
    expect(response.status).to.equal(200);
    expect(await response.text()).to.equal('[+] running: ok\n[+] database: ok\n[+] extensions: ok\nready\n');
  });
});
