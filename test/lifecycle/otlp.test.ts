import { expect } from 'chai';
import { type Received, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { runTraced } from '../support/traced-shop.ts';

function below(parent: Received, spans: readonly Received[]): readonly Received[] {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  return [...children, ...children.flatMap((child) => below(child, spans))];
}

describe('a shop with an OTLP endpoint', () => {
  it('sends a page’s trace with gateway, extension and SQL, and the log line’s trace id finds it', async () => {
    await using receiver = await startOtlpReceiver();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    const headers = { 'x-request-id': 'page-of-the-test' };
    const work = async (url: string) => await (await fetch(url, { headers })).text();
    const log = await runTraced(environment, { hasSdk: true, work });

    const line = log.find(({ requestId, msg }) => requestId === 'page-of-the-test' && msg === 'request');
    const spans = receiver.spans.filter(({ traceId }) => traceId === line?.trace_id);
    const [server] = spans.filter(({ parentSpanId }) => parentSpanId === '');
    expect(server).to.include({ name: 'GET /', spanId: line?.span_id });
    expect(server?.attributes).to.include({ 'stoa.request_id': 'page-of-the-test', 'http.route': '/' });
    expect(server?.resource).to.include({ 'service.name': 'stoa' });
    if (server === undefined) throw new Error('there is no span of the request');
    const inner = below(server, spans);
    expect(inner.map(({ name }) => name)).to.have.members(['page homepage', 'Query.lamp', 'SELECT']);
    expect(inner.find(({ name }) => name === 'Query.lamp')?.attributes).to.include({ 'stoa.extension': 'lamps' });
    expect(inner.find(({ name }) => name === 'SELECT')?.attributes).to.include({ 'db.system.name': 'postgresql' });

    // The log goes there, too, with the last lines of the process.
    const record = receiver.logs.find(({ traceId, name }) => traceId === line?.trace_id && name === 'request');
    expect(record?.attributes).to.include({ requestId: 'page-of-the-test', status: 200 });
    expect(receiver.logs.map(({ name }) => name)).to.include.members(['gateway started', 'stopped']);
  });
});
