import type { Telemetry } from '#telemetry';

/** The longest list. */
const mostShown = 25;

export type Slowest = ReturnType<typeof readSlowest>;

/** Durations of the last minutes by page, route and GraphQL operation, the slowest first. */
export function readSlowest({ requests, operationDurations }: Telemetry) {
  const ofKind = (kind: 'page' | 'rest') => slowestOf(requests.filter((series) => series.kind === kind).map(named));
  return {
    pages: ofKind('page'),
    routes: ofKind('rest'),
    operations: slowestOf(
      operationDurations.list().map(({ label, type, recent }) => ({ name: label, about: type, recent })),
    ),
  };
}

function named({ kind, name, route, recent }: Telemetry['requests'][number]): Named {
  // A route's name has its path.
  return { name, about: kind === 'page' ? route : undefined, recent };
}

interface Named extends Pick<Telemetry['requests'][number], 'recent'> {
  readonly name: string;
  readonly about: string | undefined;
}

type NamedDurations = NonNullable<ReturnType<Named['recent']['read']>> & Omit<Named, 'recent'>;

function slowestOf(all: readonly Named[]): readonly NamedDurations[] {
  return sorted(
    all.flatMap(({ name, about, recent }) => {
      const summary = recent.read();
      return summary === undefined ? [] : [{ name, about, ...summary }];
    }),
  );
}

function sorted(all: readonly NamedDurations[]): readonly NamedDurations[] {
  return all.toSorted((a, b) => b.p95Ms - a.p95Ms || b.maxMs - a.maxMs).slice(0, mostShown);
}

/** Joins the lists of all workers. Median and p95 are the means of the workers', weighed by their counts. */
export function mergeSlowest(workers: readonly Slowest[]): Slowest {
  return {
    pages: merged(workers.flatMap(({ pages }) => pages)),
    routes: merged(workers.flatMap(({ routes }) => routes)),
    operations: merged(workers.flatMap(({ operations }) => operations)),
  };
}

function merged(all: readonly NamedDurations[]): readonly NamedDurations[] {
  const groups = Map.groupBy(all, ({ name, about }) => `${about ?? ''} ${name}`);
  return sorted(
    [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const count = group.reduce((sum, each) => sum + each.count, 0);
      const mean = (value: (each: NamedDurations) => number): number =>
        group.reduce((sum, each) => sum + value(each) * each.count, 0) / count;
      return {
        ...first,
        count,
        medianMs: mean(({ medianMs }) => medianMs),
        p95Ms: mean(({ p95Ms }) => p95Ms),
        maxMs: Math.max(...group.map(({ maxMs }) => maxMs)),
      };
    }),
  );
}
