import { chartOf, type Overview, processFacts, servingFacts } from './overview.ts';

type Chart = Overview['traffic'];
type ExtensionActivity = Overview['extensions'][number];
type ReasonCount = Overview['load']['shed'][number];

/** Joins the overviews of the workers that answered, and of the primary. Durations are weighed by their counts. */
export async function mergeOverviews(
  workers: readonly [Overview, ...Overview[]],
  primary: Parameters<typeof servingFacts>,
): Promise<Overview> {
  const [first] = workers;
  const sum = (value: (overview: Overview) => number): number =>
    workers.reduce((total, overview) => total + value(overview), 0);
  return {
    ...first,
    ...(await servingFacts(...primary)),
    traffic: mergeCharts(workers.map(({ traffic }) => traffic)),
    extensions: first.extensions.map(({ id }) =>
      mergeActivities(workers.flatMap(({ extensions }) => extensions.filter((extension) => extension.id === id))),
    ),
    load: {
      inFlight: sum(({ load }) => load.inFlight),
      limit: sum(({ load }) => load.limit),
      // The worker that accepts least, and the one that is latest.
      share: Math.min(...workers.map(({ load }) => load.share)),
      delayMs: Math.max(...workers.map(({ load }) => load.delayMs)),
      shed: mergeReasons(workers.flatMap(({ load }) => load.shed)),
    },
    pool: {
      limit: sum(({ pool }) => pool.limit),
      open: sum(({ pool }) => pool.open),
      inUse: sum(({ pool }) => pool.inUse),
      idle: sum(({ pool }) => pool.idle),
      waiting: sum(({ pool }) => pool.waiting),
    },
    operations: {
      compiled: sum(({ operations }) => operations.compiled),
      planned: sum(({ operations }) => operations.planned),
      introspection: sum(({ operations }) => operations.introspection),
      replayed: sum(({ operations }) => operations.replayed),
    },
    process: {
      ...processFacts(),
      residentBytes: processFacts().residentBytes + sum(({ process }) => process.residentBytes),
      heapBytes: processFacts().heapBytes + sum(({ process }) => process.heapBytes),
    },
  };
}

const severity = ['closed', 'half-open', 'open'];

function mergeActivities(parts: readonly ExtensionActivity[]): ExtensionActivity {
  const sum = (value: (activity: ExtensionActivity) => number): number =>
    parts.reduce((total, activity) => total + value(activity), 0);
  const worst = parts.toSorted((a, b) => severity.indexOf(b.breaker) - severity.indexOf(a.breaker))[0];
  return {
    id: worst?.id ?? '',
    breaker: worst?.breaker ?? 'closed',
    calls: sum(({ calls }) => calls),
    inFlight: sum(({ inFlight }) => inFlight),
    errors: sum(({ errors }) => errors),
    recent: mergeCharts(parts.map(({ recent }) => recent)),
  };
}

/** Charts of equal steps. Each is aligned at its end, since a worker that was replaced has fewer steps. */
function mergeCharts(charts: readonly Chart[]): Chart {
  const until = Math.max(...charts.map((chart) => chart.until));
  const stepMs = charts[0]?.stepMs ?? 1;
  const aligned = charts.map((chart) => ({ chart, late: Math.round((until - chart.until) / stepMs) }));
  const length = Math.max(...aligned.map(({ chart, late }) => (chart.until === 0 ? 0 : chart.counts.length + late)));
  const steps = Array.from({ length }, (_, index) => {
    const back = length - index;
    const there = aligned.flatMap(({ chart, late }) => {
      const at = chart.counts.length + late - back;
      const count = chart.counts[at];
      if (count === undefined) return [];
      return [{ count, errors: chart.errors[at] ?? 0, meanMs: chart.meanMs[at] ?? 0, maxMs: chart.maxMs[at] ?? 0 }];
    });
    const count = there.reduce((total, each) => total + each.count, 0);
    const ms = there.reduce((total, each) => total + each.meanMs * each.count, 0);
    return {
      count,
      errors: there.reduce((total, each) => total + each.errors, 0),
      meanMs: count === 0 ? 0 : ms / count,
      maxMs: Math.max(0, ...there.map(({ maxMs }) => maxMs)),
    };
  });
  return chartOf(steps, { until, stepMs });
}

/** Sorted by count, highest first. */
function mergeReasons(counts: readonly ReasonCount[]): ReasonCount[] {
  const byReason = Map.groupBy(counts, ({ reason }) => reason);
  return [...byReason]
    .map(([reason, same]) => ({ reason, count: same.reduce((total, { count }) => total + count, 0) }))
    .toSorted((a, b) => b.count - a.count);
}
