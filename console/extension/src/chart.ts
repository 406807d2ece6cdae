/** As the server sends it: completed intervals, oldest first. */
export interface Chart {
  readonly until: number;
  readonly stepMs: number;
  readonly counts: readonly number[];
  readonly errors: readonly number[];
  readonly meanMs: readonly number[];
  readonly maxMs: readonly number[];
}

/** The chart's fields in a query. */
export const chartFields = '{ until stepMs counts errors meanMs maxMs }';

/** The width of every chart: intervals in five minutes, even for a process that started later. */
export const chartSteps = 150;

export function perSecond(chart: Chart, values: readonly number[]): readonly number[] {
  return values.map((value) => (value * 1000) / chart.stepMs);
}

/** Totals of the last minute, since one interval is too short for a stable figure. */
export function lastMinute(chart: Chart): { readonly rate: number; readonly meanMs: number; readonly errors: number } {
  const steps = Math.min(Math.round(60_000 / chart.stepMs), chart.counts.length);
  if (steps === 0) return { rate: 0, meanMs: 0, errors: 0 };
  const counts = chart.counts.slice(-steps);
  const count = sum(counts);
  const ms = sum(chart.meanMs.slice(-steps).map((mean, index) => mean * (counts[index] ?? 0)));
  return {
    rate: (count * 1000) / (steps * chart.stepMs),
    meanMs: count === 0 ? 0 : ms / count,
    errors: sum(chart.errors.slice(-steps)),
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
