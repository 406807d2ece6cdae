import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span or a log record of OTLP over HTTP with JSON, with its attributes as an object. */
export interface Received {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly Received[];
  readonly logs: readonly Received[];
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpItem {
  readonly name?: string;
  readonly body?: { readonly stringValue: string };
  readonly traceId?: string;
  readonly spanId?: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly OtlpAttribute[];
}

/** Takes traces and logs as an OpenTelemetry Collector does: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: Received[] = [];
  const logs: Received[] = [];
  const server = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'));
  });
  const take = async (request: IncomingMessage): Promise<number> => {
    const body = (await json(request)) as Record<string, Record<string, unknown>[]>;
    if (request.url === '/v1/traces') spans.push(...itemsOf(body.resourceSpans, 'scopeSpans', 'spans'));
    else if (request.url === '/v1/logs') logs.push(...itemsOf(body.resourceLogs, 'scopeLogs', 'logRecords'));
    else return 404;
    return 200;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    logs,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function itemsOf(resources: readonly Record<string, unknown>[] = [], scopes: string, items: string): Received[] {
  return resources.flatMap((resource) => {
    const { attributes } = resource.resource as { readonly attributes: readonly OtlpAttribute[] };
    const within = resource[scopes] as readonly Record<string, readonly OtlpItem[]>[];
    return within.flatMap((scope) => (scope[items] ?? []).map((item) => received(item, asObject(attributes))));
  });
}

function received(item: OtlpItem, resource: Received['resource']): Received {
  const { name, body, traceId = '', spanId = '', parentSpanId = '', attributes } = item;
  const ids = { traceId, spanId, parentSpanId };
  return { name: name ?? body?.stringValue ?? '', ...ids, attributes: asObject(attributes), resource };
}

function asObject(attributes: readonly OtlpAttribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
