import type { Gateway } from '#gateway';
import type { DatabaseServer } from '#postgres';
import { stepMs, type Telemetry } from '#telemetry';
import type { Health } from '../port/health.ts';
import type { LoadReport } from '../port/metrics.ts';
import { relativePath } from './shop-map.ts';

export interface OverviewParts {
  readonly gateway: Gateway;
  readonly health: Health;
  readonly database: Pick<DatabaseServer, 'use'>;
  readonly load: LoadReport;
}

/** The state of a process, or of several together, and its last minutes. */
export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** The process's current state, and its last minutes. */
export async function readOverview({ gateway, health, database, load }: OverviewParts) {
  const { telemetry, config, manifests } = gateway;
  const { operations, replayed } = telemetry;
  return {
    file: relativePath(config.file, process.cwd()),
    mode: gateway.development ? 'development' : 'production',
    ...(await servingFacts(gateway.generation, telemetry, health)),
    traffic: recentChart(telemetry.recent.read()),
    extensions: manifests.map(({ id }) =>
      activityOf(id, telemetry.extensions.get(id), telemetry.circuits.get(id)?.().state ?? 'closed'),
    ),
    load: { ...load, shed: reasonCounts(telemetry.shed) },
    pool: database.use,
    operations: { ...operations, replayed },
    process: processFacts(),
  };
}

/** What serves. Of a shop of workers, their primary alone knows it. */
export async function servingFacts(number: number, { generation }: Pick<Telemetry, 'generation'>, health: Health) {
  return {
    generation: { number, seconds: Math.max(0, Math.round((Date.now() - generation.since.getTime()) / 1000)) },
    reloads: { replaced: generation.replaced, refused: generation.refused },
    health: await health.look(),
  };
}

export function processFacts() {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    seconds: Math.floor(process.uptime()),
    residentBytes: rss,
    heapBytes: heapUsed,
    node: process.version,
    pid: process.pid,
  };
}

function activityOf(id: string, series: ReturnType<Telemetry['extension']> | undefined, breaker: string) {
  if (series === undefined) return { id, breaker, calls: 0, inFlight: 0, errors: 0, recent: recentChart([]) };
  const kinds = [series.graphql, series.rest, series.page];
  const sum = (value: (calls: (typeof kinds)[number]) => number): number =>
    kinds.reduce((total, calls) => total + value(calls), 0);
  return {
    id,
    breaker,
    calls: sum(({ begun }) => begun),
    inFlight: sum(({ begun, ended }) => begun - ended),
    errors: sum(({ errors }) => errors),
    recent: recentChart(series.recent.read()),
  };
}

type Step = ReturnType<Telemetry['recent']['read']>[number];

function recentChart(steps: readonly Step[]) {
  const last = steps.at(-1);
  return chartOf(steps, { until: last === undefined ? 0 : last.at + stepMs, stepMs });
}

/** Completed intervals, oldest first. `until` is the end of the newest, in milliseconds since 1970. */
export function chartOf(steps: readonly Omit<Step, 'at'>[], span: { readonly until: number; readonly stepMs: number }) {
  return {
    ...span,
    counts: steps.map(({ count }) => count),
    errors: steps.map(({ errors }) => errors),
    meanMs: steps.map(({ meanMs }) => rounded(meanMs)),
    maxMs: steps.map(({ maxMs }) => rounded(maxMs)),
  };
}

/** Sorted by count, highest first. */
function reasonCounts(counts: Telemetry['shed']) {
  const happened = [...counts].filter(([, count]) => count > 0);
  return happened.map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}

// To a hundredth of a millisecond: more digits are noise, and would be most of the response.
function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
