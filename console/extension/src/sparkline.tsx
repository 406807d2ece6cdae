import { ticksOf } from './axes.ts';
import { chartSteps } from './chart.ts';
import styles from './sparkline.module.css';

interface SparklineProps {
  readonly values: readonly number[];
  /** A second line behind the first, such as the maximum behind the mean. */
  readonly behind?: readonly number[];
  readonly tone: 'rate' | 'time' | 'error';
  /** The text for screen readers. */
  readonly label: string;
  /** A value with its unit: `12 ms`. */
  readonly unit: (value: number) => string;
  /** When the newest step ended, in milliseconds since 1970. 0 without a step. */
  readonly until: number;
}

const height = 48;
/** The grid of the time axis, in minutes before now. */
const minutes = [5, 4, 3, 2, 1, 0];

/** Five minutes of one figure with axes of time and value, newest on the right. */
export function Sparkline({ values, behind = [], tone, label, unit, until }: SparklineProps) {
  const ticks = ticksOf(Math.max(...values, ...behind, 0));
  const highest = ticks.at(-1) ?? 1;
  const y = (value: number): number => height - (value * height) / highest;
  return (
    <div className={styles.frame}>
      <ol className={styles.values} aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <li key={tick}>{unit(tick)}</li>
        ))}
      </ol>
      <svg
        className={`${styles.chart} ${styles[tone]}`}
        viewBox={`0 0 ${chartSteps} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {ticks.map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${y(tick)}H${chartSteps}`} />
        ))}
        {minutes.map((minute) => (
          <path key={minute} className={styles.grid} d={`M${(chartSteps * (5 - minute)) / 5} 0V${height}`} />
        ))}
        <path className={styles.behind} d={areaOf(behind, y)} />
        <path className={styles.area} d={areaOf(values, y)} />
        {values.length > 0 && <path className={styles.line} d={`M${pointsOf(values, y)}`} />}
      </svg>
      <ol className={styles.times} aria-hidden="true">
        <li>−5 min</li>
        <li>{until === 0 ? 'now' : `${clockOf(until)} UTC`}</li>
      </ol>
    </div>
  );
}

/** `18:30:12`, in UTC, since the server's time zone may differ from the browser's. */
function clockOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

function areaOf(values: readonly number[], y: (value: number) => number): string {
  if (values.length === 0) return 'M0 0';
  const first = chartSteps - values.length;
  return `M${first} ${height}L${pointsOf(values, y)}L${chartSteps} ${height}Z`;
}

function pointsOf(values: readonly number[], y: (value: number) => number): string {
  const first = chartSteps - values.length;
  const points = values.map((value, index) => `${first + index} ${Math.round(y(value) * 10) / 10}`);
  // One more point at the edge, so that the newest interval is as wide as the others.
  const [, last = String(height)] = points.at(-1)?.split(' ') ?? [];
  return [...points, `${chartSteps} ${last}`].join('L');
}
