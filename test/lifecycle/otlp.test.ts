import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { type Received, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { type RunningStoa, startStoa } from '../support/run-stoa.ts';
import { createDatabase } from '../support/shared-server.ts';
import { fixtureProject } from '../support/test-project.ts';

const installed = resolve(import.meta.dirname, '../../node_modules/@opentelemetry');

/** Opens the shop with these variables, does the work, and stops it. Returns what it logged. */
async function run(
  environment: Readonly<Record<string, string>>,
  { hasSdk, work }: { readonly hasSdk: boolean; readonly work: (url: string) => Promise<unknown> },
): Promise<string> {
  const file = await fixtureProject('traced-shop');
  if (hasSdk) {
    await mkdir(join(dirname(file), 'node_modules'));
    await symlink(installed, join(dirname(file), 'node_modules/@opentelemetry'));
  }
  const { url, drop } = await createDatabase();
  const words = ['start', '--admin-port', '0'];
  const stoa: RunningStoa = startStoa(words, { file, environment: { DATABASE_URL: url, ...environment } });
  try {
    await work((await stoa.waitFor(/open at (\S+)/)).replace('open at ', ''));
    expect(await stoa.stop()).to.equal(0);
  } finally {
    await stoa.stop('SIGKILL');
    await drop();
  }
  return stoa.stderr();
}

function linesOf(log: string): readonly Record<string, unknown>[] {
  return log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

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
    const log = await run(environment, { hasSdk: true, work });

    const line = linesOf(log).find(({ requestId, msg }) => requestId === 'page-of-the-test' && msg === 'request');
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

  it('says what to install when the SDK is missing, and serves', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const work = async (url: string) => expect((await fetch(url)).status).to.equal(200);
    const log = await run(environment, { hasSdk: false, work });
    const [warning] = linesOf(log).filter(({ msg }) => msg === 'traces and logs are not sent');
    expect(warning).to.include({
      reason: 'OTEL_EXPORTER_OTLP_ENDPOINT is set, but @opentelemetry/sdk-node is not installed',
      fix: 'npm install @opentelemetry/sdk-node',
    });
  });

  it('serves, stops in time and says so when nothing takes what it sends', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const work = async (url: string) => expect((await fetch(url)).status).to.equal(200);
    const log = await run(environment, { hasSdk: true, work });
    expect(linesOf(log).map(({ msg }) => msg)).to.include('traces and logs could not be sent');
  });
});
