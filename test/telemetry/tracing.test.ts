import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as afterEvents } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { expect } from 'chai';
import { findTracing } from '../../src/telemetry/find-tracing.ts';
import { collectSpans, type EndedSpan, type SpanCollector } from '../support/span-collector.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

/** Names from the outermost span to this one. */
function pathTo(span: EndedSpan, spans: readonly EndedSpan[]): string {
  const parent = spans.find(({ spanId }) => spanId === span.parentId);
  return parent === undefined ? span.name : `${pathTo(parent, spans)} > ${span.name}`;
}

describe('findTracing', () => {
  it('finds nothing as long as no SDK is registered', async () => {
    expect(await findTracing()).to.equal(undefined);
  });
});

describe('a shop in a process with an OpenTelemetry SDK', () => {
  let collector: SpanCollector;
  let gateway: TestGateway;

  before(async () => {
    collector = collectSpans();
    const config = (text: string) => text.replace('port: 0', 'port: 0, trustProxy: 1');
    gateway = await startGateway({ fixture: 'traced-shop', config });
  });

  after(async () => {
    await gateway[Symbol.asyncDispose]();
    collector[Symbol.dispose]();
  });

  /** The spans that one request leaves behind, once its own has ended. */
  async function spansOf(path: string, init: RequestInit = {}): Promise<readonly EndedSpan[]> {
    const before = collector.spans.length;
    const response = await fetch(gateway.url + path, init);
    await response.text();
    const isServer = ({ kind }: EndedSpan): boolean => kind === SpanKind.SERVER;
    // The answer is read before the server has noticed that it is out.
    while (!collector.spans.slice(before).some(isServer)) await afterEvents();
    return collector.spans.slice(before);
  }

  it('makes one server span for a request, by the conventions for HTTP', async () => {
    const headers = { 'user-agent': 'test/1', 'x-request-id': 'request-of-the-test' };
    const spans = await spansOf('/lamps/7?token=secret', { headers });
    const [server, ...others] = spans.filter(({ kind }) => kind === SpanKind.SERVER);
    expect(others).to.deep.equal([]);
    expect(server).to.include({ name: 'GET /lamps/:id', parentId: undefined });
    expect(server?.attributes).to.deep.equal({
      'client.address': '127.0.0.1',
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/lamps/:id',
      'network.peer.address': '127.0.0.1',
      'network.protocol.version': '1.1',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(gateway.url).port),
      'stoa.request_id': 'request-of-the-test',
      'url.path': '/lamps/7',
      'url.scheme': 'http',
      'user_agent.original': 'test/1',
    });
    expect(JSON.stringify(spans)).to.not.include('secret');
  });

  it('continues the trace of the caller', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const spans = await spansOf('/lamps/7', { headers: { traceparent } });
    expect(new Set(spans.map((span) => span.traceId))).to.deep.equal(new Set([traceId]));
    expect(spans.find(({ kind }) => kind === SpanKind.SERVER)?.parentId).to.equal('b7ad6b7169203331');
  });

  for (const [what, path, expected] of [
    [
      'REST request',
      '/lamps/7',
      [
        'GET /lamps/:id',
        'GET /lamps/:id > lamps listLamps',
        'GET /lamps/:id > lamps listLamps > transaction',
        'GET /lamps/:id > lamps listLamps > transaction > SELECT',
      ],
    ],
    [
      'GraphQL request',
      '/graphql?query={lamp{watts}}',
      ['GET /graphql', 'GET /graphql > Query.lamp', 'GET /graphql > Query.lamp > SELECT'],
    ],
    [
      'page',
      '/',
      [
        'GET /',
        'GET / > page homepage',
        'GET / > page homepage > Query.lamp',
        'GET / > page homepage > Query.lamp > SELECT',
      ],
    ],
  ] as const) {
    it(`has a span for each extension and statement below that of a ${what}`, async () => {
      const spans = await spansOf(path);
      expect(spans.map((span) => pathTo(span, spans)).toSorted()).to.deep.equal([...expected]);
    });
  }

  for (const [what, path, within] of [
    ['handler', '/lamps/7', 'lamps listLamps'],
    ['resolver', '/graphql?query={lamp{watts}}', 'Query.lamp'],
  ] as const) {
    it(`runs a ${what} within its span, so that the extension's own spans lie below`, async () => {
      let active: string | undefined;
      const onCall = (): void => {
        active = trace.getActiveSpan()?.spanContext().spanId;
      };
      subscribe('lamps', onCall);
      const spans = await spansOf(path);
      unsubscribe('lamps', onCall);
      expect(active)
        .to.be.a('string')
        .and.equal(spans.find(({ name }) => name === within)?.spanId);
    });
  }

  it('says which extension did what, and never with which values', async () => {
    const spans = await spansOf('/graphql?query={lamp{watts}}');
    const resolver = { 'stoa.extension': 'lamps', 'graphql.field': 'Query.lamp', 'stoa.objects': 1 };
    expect(spans.find(({ name }) => name === 'Query.lamp')?.attributes).to.deep.equal(resolver);
    const statement = spans.find(({ name }) => name === 'SELECT');
    expect(statement).to.have.property('kind', SpanKind.CLIENT);
    const { 'db.namespace': namespace, ...attributes } = statement?.attributes ?? {};
    expect(namespace).to.match(/^\w+\|ext_lamps$/);
    expect(attributes).to.deep.equal({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.query.text': 'select $1::int as watts',
      'stoa.extension': 'lamps',
    });
  });

  for (const [what, method, body, operation] of [
    ['its name', 'POST', { query: 'query Lamp { lamp { watts } }' }, 'Lamp'],
    ['no name', 'POST', { query: '{ lamp { watts } }' }, undefined],
    ['a name cut to 100 characters', 'POST', { query: `query ${'A'.repeat(300)} { lamp { watts } }` }, 'A'.repeat(100)],
  ] as const) {
    it(`says which GraphQL operation a request runs, with ${what}`, async () => {
      const headers = { 'content-type': 'application/json' };
      const spans = await spansOf('/graphql', { method, headers, body: JSON.stringify(body) });
      const server = spans.find(({ kind }) => kind === SpanKind.SERVER);
      expect(server?.attributes).to.include({ 'graphql.operation.type': 'query' });
      expect(server?.attributes['graphql.operation.name']).to.equal(operation);
    });
  }

  it('knows scheme, host and client of a trusted proxy', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'shop.example',
    };
    const [server] = (await spansOf('/lamps/7', { headers })).filter(({ kind }) => kind === SpanKind.SERVER);
    expect(server?.attributes).to.include({
      'url.scheme': 'https',
      'client.address': '203.0.113.9',
      'network.peer.address': '127.0.0.1',
      'server.address': 'shop.example',
      'server.port': 443,
    });
  });

  it('names a method that HTTP does not know _OTHER', async () => {
    const spans = await spansOf('/lamps/7', { method: 'PROPFIND' });
    expect(spans).to.have.length(1);
    expect(spans[0]?.name).to.equal('HTTP');
    expect(spans[0]?.attributes).to.include({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'PROPFIND',
    });
  });

  it('puts trace and span into the log lines of a request, and into its access line', async () => {
    const spans = await spansOf('/lamps/broken', { headers: { 'x-request-id': 'broken-request' } });
    const server = spans.find(({ kind }) => kind === SpanKind.SERVER);
    const ids = { trace_id: server?.traceId, span_id: server?.spanId };
    for (const event of ['request failed', 'request']) {
      const line = gateway.log.events(event).find(({ requestId }) => requestId === 'broken-request');
      expect(line, event).to.include(ids);
    }
  });

  it('marks the spans of what failed', async () => {
    const spans = await spansOf('/lamps/broken');
    for (const name of ['GET /lamps/:id', 'lamps listLamps'])
      expect(spans.find((span) => span.name === name)?.status.code, name).to.equal(SpanStatusCode.ERROR);
    expect(spans.find(({ name }) => name === 'lamps listLamps')?.exceptions).to.deep.equal(['the lamp is broken']);
    expect(spans.find(({ kind }) => kind === SpanKind.SERVER)?.attributes['error.type']).to.equal('500');
  });

  it('marks a resolver that throws, though the request is answered', async () => {
    const spans = await spansOf('/graphql?query={lamp(broken:true){watts}}');
    const resolver = spans.find(({ name }) => name === 'Query.lamp');
    expect(resolver).to.have.nested.property('status.code', SpanStatusCode.ERROR);
    expect(resolver?.exceptions).to.deep.equal(['the lamp is broken']);
    expect(resolver?.attributes['error.type']).to.equal('Error');
    expect(spans.find(({ kind }) => kind === SpanKind.SERVER)?.status.code).to.equal(SpanStatusCode.UNSET);
  });

  it('does not take a refusal for an error', async () => {
    const spans = await spansOf('/nowhere');
    expect(spans).to.have.length(1);
    expect(spans[0]).to.have.nested.property('status.code', SpanStatusCode.UNSET);
    expect(spans[0]).to.include({ name: 'GET' });
  });
});
