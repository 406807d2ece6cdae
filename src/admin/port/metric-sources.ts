import { performance } from 'node:perf_hooks';
import { standardErrorLog } from '#base';
import type { PlanCache } from '#engine';
import type { PoolUse } from '#postgres';
import type { BreakerState, CallSeries, ExtensionSeries, Telemetry } from '#telemetry';

export interface Measured {
  readonly telemetry: Telemetry;
  /** The plan cache of the current gateway. */
  plans(): PlanCache | undefined;
  pool(): PoolUse;
}

export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric whose samples are read at each scrape. */
export interface MetricSource {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly labels: readonly string[];
  read(): Iterable<Sample>;
}

/** All metrics except the histogram of requests and Node's process metrics. */
export function metricSources({ telemetry, plans, pool }: Measured): readonly MetricSource[] {
  return [
    ...requestSources(telemetry),
    ...operationSources(telemetry, plans),
    ...extensionSources(telemetry),
    ...generationSources(telemetry),
    {
      name: 'stoa_database_connections',
      help: 'Database connections of all extensions together, by what they do.',
      kind: 'gauge',
      labels: ['state'],
      read: () => {
        const { inUse, idle, open } = pool();
        return [of({ state: 'in use' }, inUse), of({ state: 'idle' }, idle), of({ state: 'open' }, open)];
      },
    },
    single('stoa_database_connections_limit', 'The most connections that there may be.', () => pool().limit),
    single('stoa_database_waiting', 'Statements that wait for a connection.', () => pool().waiting),
    {
      ...single(
        'stoa_log_lines_dropped_total',
        'Log lines dropped since standard error is not read fast enough.',
        () => standardErrorLog().dropped,
      ),
      kind: 'counter',
    },
    eventLoop(),
  ];
}

function requestSources(telemetry: Telemetry): readonly MetricSource[] {
  return [
    {
      name: 'stoa_requests_total',
      help: 'HTTP requests that have ended; "gone" are clients that left before an answer had begun.',
      kind: 'counter',
      labels: ['kind', 'name', 'status'],
      read: () =>
        telemetry.requests.flatMap(({ kind, name, statuses }) =>
          [...statuses].flatMap((count, digit) =>
            count === 0 ? [] : [of({ kind, name, status: digit === 0 ? 'gone' : `${digit}xx` }, count)],
          ),
        ),
    },
    single('stoa_requests_in_flight', 'HTTP requests that have no answer yet.', () => telemetry.inFlight),
    counts('stoa_requests_shed_total', 'HTTP requests refused since the process is busy.', () => telemetry.shed),
  ];
}

function operationSources(telemetry: Telemetry, plans: Measured['plans']): readonly MetricSource[] {
  return [
    {
      name: 'stoa_operations_total',
      help: 'GraphQL operations that ran, also those of pages and of context.query, by how.',
      kind: 'counter',
      labels: ['tier'],
      read: () => Object.entries(telemetry.operations).map(([tier, count]) => of({ tier }, count)),
    },
    {
      ...single('stoa_operations_replayed_total', 'Plans whose answer graphql-js completed.', () => telemetry.replayed),
      kind: 'counter',
    },
    {
      name: 'stoa_plans',
      help: 'Plans that this generation has made, and how many of them have got code of their own.',
      kind: 'gauge',
      labels: ['tier'],
      read: () => Object.entries(plans()?.made ?? {}).map(([tier, count]) => of({ tier }, count)),
    },
  ];
}

function extensionSources(telemetry: Telemetry): readonly MetricSource[] {
  const ofCalls = (name: string, help: string, value: (calls: CallSeries) => number): MetricSource => ({
    name,
    help,
    kind: 'counter',
    labels: ['extension', 'kind'],
    read: () =>
      [...telemetry.extensions].flatMap(([extension, series]) =>
        callKinds.filter((kind) => series[kind].begun > 0).map((kind) => of({ extension, kind }, value(series[kind]))),
      ),
  });
  return [
    ofCalls(
      'stoa_extension_calls_total',
      'Calls of an extension: columns of resolvers, REST handlers, page components.',
      ({ begun }) => begun,
    ),
    ofCalls('stoa_extension_errors_total', 'Failures that the extension must mend.', ({ errors }) => errors),
    ofCalls(
      'stoa_extension_seconds_total',
      'Time that ended calls took; none for page components.',
      ({ ms }) => ms / 1000,
    ),
    {
      ...ofCalls('stoa_extension_calls_in_flight', 'Calls that have not ended.', ({ begun, ended }) => begun - ended),
      kind: 'gauge',
    },
    {
      name: 'stoa_breaker_state',
      help: 'The circuit breaker of an extension: 0 closed, 1 half open, 2 open.',
      kind: 'gauge',
      labels: ['extension'],
      read: () => [...telemetry.breakers].map(([extension, state]) => of({ extension }, breakerNumbers[state()])),
    },
  ];
}

const callKinds = ['graphql', 'rest', 'page'] as const satisfies readonly (keyof ExtensionSeries)[];
const breakerNumbers: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

function generationSources({ generation }: Telemetry): readonly MetricSource[] {
  return [
    single('stoa_generation', 'The number of the gateway that serves.', () => generation.number),
    single('stoa_generation_since_seconds', 'When it began to, in seconds since 1970.', () =>
      Math.round(generation.since.getTime() / 1000),
    ),
    reloads(generation),
  ];
}

export const reloadsName = 'stoa_reloads_total';

/** The one counter that a primary keeps for all of its workers. */
export function reloads(generation: Telemetry['generation']): MetricSource {
  return {
    name: reloadsName,
    help: 'Attempts to replace the gateway, by what came of them.',
    kind: 'counter',
    labels: ['outcome'],
    read: () => [of({ outcome: 'replaced' }, generation.replaced), of({ outcome: 'refused' }, generation.refused)],
  };
}

/** The share of time since the last scrape in which the event loop was busy. Beyond 0.8, requests queue. */
function eventLoop(): MetricSource {
  let last = performance.eventLoopUtilization();
  return single('stoa_event_loop_utilization', 'Part of the time since the last scrape that the loop was busy.', () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  });
}

function single(name: string, help: string, value: () => number): MetricSource {
  return { name, help, kind: 'gauge', labels: [], read: () => [of({}, value())] };
}

function counts(name: string, help: string, read: () => ReadonlyMap<string, number>): MetricSource {
  return {
    name,
    help,
    kind: 'counter',
    labels: ['reason'],
    read: () => [...read()].map(([reason, count]) => of({ reason }, count)),
  };
}

function of(labels: Readonly<Record<string, string>>, value: number): Sample {
  return [labels, value];
}

/** The load of a server, for metrics and readiness. */
export interface LoadReport {
  readonly inFlight: number;
  /** The current limit of requests in flight. */
  readonly limit: number;
  /** The number of refused requests so far. */
  readonly shed: number;
  /** The share of requests that the gateway accepts: 1 unless it is overloaded. */
  readonly share: number;
  /** The last measured delay of the event loop, in milliseconds. */
  readonly delayMs: number;
}
