import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { bucketEnds } from '#telemetry';

export type CallKind = 'rest' | 'graphql' | 'render' | 'task';

/** The counters of one served extension. */
export interface ServeMetrics {
  /** Begins a call. Call the result with its outcome. */
  begin(kind: CallKind): (outcome: 'ok' | 'failed') => void;
  /** A request that was not served. */
  refuse(reason: string): void;
  /** Prometheus text. */
  text(now: { readonly running: number; readonly isReady: boolean }): Promise<string>;
}

export function createServeMetrics(extension: string): ServeMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ extension });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const labelNames = ['kind', 'outcome'] as const;
  const kinds = ['rest', 'graphql', 'render', 'task'] as const;
  const outcomes = ['ok', 'failed'] as const;
  const calls = new Counter({
    name: 'stoa_served_calls_total',
    help: 'Calls, by kind and outcome.',
    labelNames,
    registers,
  });
  for (const kind of kinds) for (const outcome of outcomes) calls.inc({ kind, outcome }, 0);
  const seconds = new Histogram({
    name: 'stoa_served_call_seconds',
    help: 'Durations of calls in seconds.',
    labelNames: ['kind'],
    buckets: bucketEnds.map((ms) => ms / 1000),
    registers,
  });
  const refusals = new Counter({
    name: 'stoa_served_refused_total',
    help: 'Requests that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const running = new Gauge({ name: 'stoa_served_running', help: 'Running calls.', registers });
  const ready = new Gauge({ name: 'stoa_served_ready', help: '1 while calls are accepted.', registers });
  return {
    begin(kind) {
      const end = seconds.startTimer({ kind });
      return (outcome) => {
        end();
        calls.inc({ kind, outcome });
      };
    },
    refuse: (reason) => refusals.inc({ reason }),
    text(now) {
      running.set(now.running);
      ready.set(now.isReady ? 1 : 0);
      return registry.metrics();
    },
  };
}
