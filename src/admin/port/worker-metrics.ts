import type { Registry } from 'prom-client';
import { createRegistry, type Metrics, type MetricValues } from './metric-registry.ts';
import {
  type Measured,
  type MetricSource,
  processSources,
  readyName,
  refusedCredentials,
  reloads,
  reloadsName,
  type Sample,
} from './metrics.ts';

/** One worker as a scrape sees it. */
export interface WorkerFacts {
  /** Counted from 1. A replacement has the number of the worker that it replaces. */
  readonly number: number;
  /** Whether it answered this scrape. */
  readonly isUp: boolean;
  /** Its last values; undefined before its first answer. */
  readonly values: MetricValues | undefined;
  /** When it gave them, in milliseconds of `Date.now()`. */
  readonly readAt: number | undefined;
  /** How often another process took its place. */
  readonly replaced: number;
}

export interface WorkerMetricsParts extends Pick<Measured, 'health' | 'postgres'> {
  /** Counts the reloads of all workers, and what the console refuses. */
  readonly telemetry: Measured['telemetry'];
  /** Asks all workers, and waits for a limited time. */
  scrape(): Promise<readonly WorkerFacts[]>;
}

/**
 * The metrics of a primary: those of its workers with the label `worker`, and its own with `worker="primary"`. A
 * worker that does not answer keeps its last values. prom-client's `clusterMetrics` waits 5 s for each worker, fails
 * when one is silent, and sums all up. So only its `aggregate` is used, which joins what the workers gave.
 */
export function createWorkerMetrics({ telemetry, scrape, ...primary }: WorkerMetricsParts): Metrics {
  let workers: readonly WorkerFacts[] = [];
  let own: Promise<Registry> | undefined;
  return {
    async read() {
      const sources = [refusedCredentials(telemetry), reloads(telemetry.generation), ...workerSources(() => workers)];
      own ??= createRegistry([...processSources(primary), ...sources], { worker: 'primary' });
      const { AggregatorRegistry } = await import('prom-client');
      workers = await scrape();
      const registry = await own;
      // The primary alone decides about reloads, and answers /readyz.
      const given = workers.map(({ values = [] }) => values.filter(({ name }) => !ofPrimary.has(name)));
      const values = [await registry.getMetricsAsJSON(), ...given];
      // Each sample has its own `worker`, so there is nothing to sum up.
      const separate = values.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'first' })));
      return {
        contentType: registry.contentType,
        text: await AggregatorRegistry.aggregate(separate).metrics(),
      };
    },
  };
}

const ofPrimary: ReadonlySet<string> = new Set([reloadsName, readyName]);

function workerSources(workers: () => readonly WorkerFacts[]): readonly MetricSource[] {
  const ofWorkers = (name: string, help: string, value: (worker: WorkerFacts) => number | undefined): MetricSource => ({
    name,
    help,
    labels: ['worker'],
    read: () =>
      workers().flatMap((worker): readonly Sample[] => {
        const found = value(worker);
        return found === undefined ? [] : [[{ worker: String(worker.number) }, found]];
      }),
  });
  return [
    ofWorkers(
      'stoa_worker_up',
      'Whether the worker answered this scrape. At 0 its other values are its last ones.',
      (worker) => (worker.isUp ? 1 : 0),
    ),
    ofWorkers('stoa_worker_values_age_seconds', 'The age of the values of a worker.', ({ isUp, readAt }) =>
      readAt === undefined ? undefined : isUp ? 0 : (Date.now() - readAt) / 1000,
    ),
    ofWorkers(
      'stoa_worker_replacements_total',
      'Processes that took the place of one that ended.',
      ({ replaced }) => replaced,
    ),
  ];
}
