import type { Histogram, Registry } from 'prom-client';
import { bucketEnds, type Telemetry } from '#telemetry';
import { type Measured, type MetricSource, metricSources } from './metrics.ts';

type RequestSeries = Telemetry['requests'][number];

export interface Metrics {
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** All samples of one process, as prom-client's `getMetricsAsJSON` gives them. They are plain data. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Creates the metrics. The first scrape loads prom-client. Requests only increment numbers, which a scrape copies. */
export function createMetrics(measured: Measured): Metrics {
  const registry = lazyRegistry(measured);
  return {
    async read() {
      const made = await registry();
      return { contentType: made.contentType, text: await made.metrics() };
    },
  };
}

/** Creates the metrics of one worker of several. Each sample carries the label `worker`. */
export function createWorkerValues(measured: Measured, worker: number): () => Promise<MetricValues> {
  const registry = lazyRegistry(measured, { worker: String(worker) });
  return async () => {
    const made = await registry();
    return await made.getMetricsAsJSON();
  };
}

type Prometheus = typeof import('prom-client');

function lazyRegistry(measured: Measured, labels: Readonly<Record<string, string>> = {}): () => Promise<Registry> {
  let registry: Promise<Registry> | undefined;
  return () => {
    registry ??= createRegistry(metricSources(measured), labels, () => measured.telemetry.requests);
    return registry;
  };
}

/** A registry of these sources and of the process: memory, CPU, garbage collection, event loop delay. */
export async function createRegistry(
  sources: readonly MetricSource[],
  labels: Readonly<Record<string, string>>,
  requests?: () => readonly RequestSeries[],
): Promise<Registry> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  registry.setDefaultLabels(labels);
  for (const source of sources) register(prometheus, registry, source);
  if (requests !== undefined) registry.registerMetric(requestDurations(prometheus, requests));
  prometheus.collectDefaultMetrics({ register: registry });
  return registry;
}

function register({ Counter, Gauge }: Prometheus, registry: Registry, source: MetricSource): void {
  const options = { name: source.name, help: source.help, labelNames: source.labels, registers: [registry] };
  const Metric = source.name.endsWith('_total') ? Counter : Gauge;
  const metric = new Metric<string>({
    ...options,
    collect: async () => {
      const samples = await source.read();
      metric.reset();
      for (const [labels, value] of samples) metric.inc(labels, value);
    },
  });
}

const durationsName = 'stoa_request_seconds';

/** A histogram of request durations. prom-client's own takes single observations; this one takes counts. */
function requestDurations({ Histogram: Base }: Prometheus, requests: () => readonly RequestSeries[]): Histogram {
  const options = {
    name: durationsName,
    help: 'How long HTTP requests took, from their head to the end of their answer.',
    labelNames: ['kind', 'name'],
    buckets: bucketEnds.map((ms) => ms / 1000),
    registers: [],
  };
  const empty = new Base(options);
  class Copied extends Base {
    override async get(): ReturnType<Histogram['get']> {
      return { ...(await empty.get()), values: requests().flatMap(samplesOf) };
    }

    // The registry calls this method of a histogram, since it copies less than `get`.
    getForPromString(): ReturnType<Histogram['get']> {
      return this.get();
    }
  }
  return new Copied(options);
}

type DurationSample = Awaited<ReturnType<Histogram['get']>>['values'][number];

function samplesOf({ kind, name, buckets, ms }: RequestSeries): readonly DurationSample[] {
  let count = 0;
  const samples: DurationSample[] = [];
  for (const [index, inBucket] of buckets.entries()) {
    count += inBucket;
    const end = bucketEnds[index];
    const le = end === undefined ? '+Inf' : end / 1000;
    samples.push({ metricName: `${durationsName}_bucket`, labels: { le, kind, name }, value: count });
  }
  samples.push({ metricName: `${durationsName}_sum`, labels: { kind, name }, value: ms / 1000 });
  samples.push({ metricName: `${durationsName}_count`, labels: { kind, name }, value: count });
  return samples;
}
