import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { standardErrorLog, stoaVersion } from '#base';
import type { PlanCache } from '#engine';
import type { DatabaseServer } from '#postgres';
import type { Circuit, Telemetry } from '#telemetry';

type ExtensionSeries = ReturnType<Telemetry['extension']>;

import type { Health } from './health.ts';

export interface Measured {
  readonly telemetry: Telemetry;
  /** The plan cache of the current gateway. */
  plans(): PlanCache | undefined;
  pool(): DatabaseServer['use'];
  readonly health: Pick<Health, 'look'>;
  /** The most requests in flight that gateway.yaml allows. */
  inFlightLimit(): number;
  /** The version of PostgreSQL, as the server says it. */
  readonly postgres: string;
}

export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric whose samples are read at each scrape: a counter if its name ends on `_total`, else a gauge. */
export interface MetricSource {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  read(): Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** All metrics except the histogram of requests and Node's process metrics. */
export function metricSources({ telemetry, plans, pool, ...process }: Measured): readonly MetricSource[] {
  return [
    ...processSources(process),
    ...requestSources(telemetry, process),
    ...operationSources(telemetry, plans),
    ...extensionSources(telemetry),
    ...generationSources(telemetry),
    ...taskSources(telemetry),
    {
      name: 'stoa_database_connections',
      help: 'Database connections of all extensions together, by what they do.',
      labels: ['state'],
      read: () => {
        const { inUse, idle, open } = pool();
        return [of({ state: 'in use' }, inUse), of({ state: 'idle' }, idle), of({ state: 'open' }, open)];
      },
    },
    single('stoa_database_connections_limit', 'The most connections that there may be.', () => pool().limit),
    single('stoa_database_waiting', 'Statements that wait for a connection.', () => pool().waiting),
    single(
      'stoa_log_lines_dropped_total',
      'Log lines dropped since standard error is not read fast enough.',
      () => standardErrorLog().dropped,
    ),
    eventLoop(),
  ];
}

export const readyName = 'stoa_ready';

/** Sources that each process has, also the primary of several workers. */
export function processSources({ health, postgres }: Pick<Measured, 'health' | 'postgres'>): readonly MetricSource[] {
  const build = { version: stoaVersion, node: process.version, postgres };
  return [
    {
      name: 'stoa_build_info',
      help: 'The versions of Stoa, Node and PostgreSQL; always 1.',
      labels: Object.keys(build),
      read: () => [of(build, 1)],
    },
    {
      name: readyName,
      help: 'Whether /readyz answers 200: 1, else 0.',
      labels: [],
      read: async () => [of({}, (await health.look()).every(({ reason }) => reason === undefined) ? 1 : 0)],
    },
    single(
      'stoa_heap_limit_bytes',
      'The size of the heap at which Node ends the process.',
      () => getHeapStatistics().heap_size_limit,
    ),
  ];
}

function requestSources(
  telemetry: Telemetry,
  { inFlightLimit }: Pick<Measured, 'inFlightLimit'>,
): readonly MetricSource[] {
  return [
    {
      name: 'stoa_requests_total',
      help: 'HTTP requests that have ended; "gone" are clients that went away before an answer had begun.',
      labels: ['kind', 'name', 'status'],
      read: () =>
        telemetry.requests.flatMap(({ kind, name, statuses }) =>
          [...statuses].flatMap((count, digit) =>
            // The gateway ends no request with 1xx.
            digit === 1 ? [] : [of({ kind, name, status: digit === 0 ? 'gone' : `${digit}xx` }, count)],
          ),
        ),
    },
    single('stoa_requests_in_flight', 'HTTP requests that have no answer yet.', () => telemetry.inFlight),
    single('stoa_requests_in_flight_limit', 'The most of them; more are refused.', inFlightLimit),
    {
      name: 'stoa_requests_shed_total',
      help: 'HTTP requests refused since the process is busy.',
      labels: ['reason'],
      read: () => [...telemetry.shed].map(([reason, count]) => of({ reason }, count)),
    },
    refusedCredentials(telemetry),
  ];
}

export function refusedCredentials(telemetry: Telemetry): MetricSource {
  return {
    name: 'stoa_refused_credentials_total',
    help: 'Credentials that were refused: bearer tokens, cookies of sessions, tokens and cookies of the console.',
    labels: ['credential', 'reason'],
    read: () =>
      [...telemetry.refusedCredentials].map(([refusal, count]) => {
        const [credential = '', reason = ''] = refusal.split(' ');
        return of({ credential, reason }, count);
      }),
  };
}

function operationSources(telemetry: Telemetry, plans: Measured['plans']): readonly MetricSource[] {
  return [
    {
      name: 'stoa_operations_total',
      help: 'GraphQL operations that ran, also those of pages and of context.query, by how.',
      labels: ['tier'],
      read: () => Object.entries(telemetry.operations).map(([tier, count]) => of({ tier }, count)),
    },
    single('stoa_operations_replayed_total', 'Plans whose answer graphql-js completed.', () => telemetry.replayed),
    {
      name: 'stoa_graphql_errors_total',
      help: 'Errors in answers of the GraphQL endpoint, by code; "other" are codes that extensions choose.',
      labels: ['code'],
      read: () => [...telemetry.graphqlErrors].map(([code, count]) => of({ code }, count)),
    },
    {
      name: 'stoa_plans',
      help: 'Plans that this generation has made, and how many of them have got code of their own.',
      labels: ['tier'],
      read: () => Object.entries(plans()?.made ?? {}).map(([tier, count]) => of({ tier }, count)),
    },
  ];
}

function extensionSources(telemetry: Telemetry): readonly MetricSource[] {
  const ofCalls = (name: string, help: string, value: (calls: ExtensionSeries['rest']) => number): MetricSource => ({
    name,
    help,
    labels: ['extension', 'kind'],
    read: () =>
      [...telemetry.extensions].flatMap(([extension, series]) =>
        callKinds.map((kind) => of({ extension, kind }, value(series[kind]))),
      ),
  });
  const ofCircuits = (name: string, help: string, value: (circuit: Circuit) => number): MetricSource => ({
    name,
    help,
    labels: ['extension'],
    read: () => [...telemetry.circuits].map(([extension, circuit]) => of({ extension }, value(circuit()))),
  });
  return [
    ofCalls(
      'stoa_extension_calls_total',
      'Calls of an extension: columns of resolvers, REST handlers, page components.',
      ({ begun }) => begun,
    ),
    ofCalls('stoa_extension_errors_total', 'Failures that the extension must fix.', ({ errors }) => errors),
    ofCalls(
      'stoa_extension_seconds_total',
      'Time that ended calls took; none for page components.',
      ({ ms }) => ms / 1000,
    ),
    ofCalls('stoa_extension_calls_in_flight', 'Calls that have not ended.', ({ begun, ended }) => begun - ended),
    ofCircuits(
      'stoa_extension_calls_refused_total',
      'Calls refused while the circuit was open, or since too many statements waited.',
      ({ refused }) => refused,
    ),
    ofCircuits('stoa_extension_timeouts_total', 'Calls that took too long.', ({ timedOut }) => timedOut),
    ofCircuits('stoa_breaker_opened_total', 'How often the circuit has opened.', ({ opened }) => opened),
    ofCircuits(
      'stoa_breaker_state',
      'The circuit breaker of an extension: 0 closed, 1 half open, 2 open.',
      ({ state }) => breakerNumbers[state],
    ),
  ];
}

const callKinds = ['graphql', 'rest', 'page'] as const satisfies readonly (keyof ExtensionSeries)[];
const breakerNumbers: Readonly<Record<Circuit['state'], number>> = { closed: 0, 'half-open': 1, open: 2 };

/** Of events and jobs. A database that does not answer has no values. */
function taskSources(telemetry: Telemetry): readonly MetricSource[] {
  const look = async () => await telemetry.queue?.().catch(() => undefined);
  let looking: ReturnType<typeof look> | undefined;
  // A scrape reads all metrics at once, and PostgreSQL is asked once.
  const state = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const ofQueue = (name: string, help: string, value: 'waiting' | 'oldestSeconds' | 'dead'): MetricSource => ({
    name,
    help,
    labels: [],
    read: async () => {
      const now = await state();
      return now === undefined ? [] : [of({}, now[value])];
    },
  });
  return [
    {
      name: 'stoa_tasks_total',
      help: 'Attempts of jobs and subscribers that have ended, by what came of them.',
      labels: ['extension', 'task', 'outcome'],
      read: () =>
        [...telemetry.tasks.values()].flatMap(({ extension, task, done, failed }) => [
          of({ extension, task, outcome: 'done' }, done),
          of({ extension, task, outcome: 'failed' }, failed),
        ]),
    },
    {
      name: 'stoa_task_seconds_total',
      help: 'Time that these attempts took.',
      labels: ['extension', 'task'],
      read: () => [...telemetry.tasks.values()].map(({ extension, task, ms }) => of({ extension, task }, ms / 1000)),
    },
    ofQueue('stoa_tasks_waiting', 'Jobs and events that are due, and that this process could take.', 'waiting'),
    ofQueue('stoa_tasks_oldest_seconds', 'For how long the oldest of them has been due.', 'oldestSeconds'),
    ofQueue('stoa_tasks_dead', 'Dead letters: tasks that have failed for the last time.', 'dead'),
  ];
}

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
  return { name, help, labels: [], read: () => [of({}, value())] };
}

function of(labels: Readonly<Record<string, string>>, value: number): Sample {
  return [labels, value];
}

/** The load of a server, for metrics and readiness. */
export interface LoadReport {
  readonly inFlight: number;
  readonly limit: number;
  /** The number of refused requests so far. */
  readonly shed: number;
  /** The share of requests that the gateway accepts: 1 unless it is overloaded. */
  readonly share: number;
  /** The last measured delay of the event loop, in milliseconds. */
  readonly delayMs: number;
}
