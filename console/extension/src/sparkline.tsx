import { chartSteps } from './chart.ts';
import styles from './sparkline.module.css';

interface SparklineProps {
  readonly values: readonly number[];
  /** A second line behind the first, such as the maximum behind the mean. */
  readonly behind?: readonly number[];
  readonly tone: 'rate' | 'time' | 'error';
  /** The text for screen readers. */
  readonly label: string;
  /** Label of the highest value. */
  readonly top: string;
}

const height = 36;

/** Five minutes of one figure, newest on the right. */
export function Sparkline({ values, behind = [], tone, label, top }: SparklineProps) {
  const highest = Math.max(...values, ...behind, 0);
  return (
    <div className={styles.frame}>
      <svg
        className={`${styles.chart} ${styles[tone]}`}
        viewBox={`0 0 ${chartSteps} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className={styles.ground} d={`M0 ${height}H${chartSteps}`} />
        {highest > 0 && (
          <>
            <path className={styles.behind} d={areaOf(behind, highest)} />
            <path className={styles.area} d={areaOf(values, highest)} />
            <path className={styles.line} d={`M${pointsOf(values, highest)}`} />
          </>
        )}
      </svg>
      <span className={styles.top} aria-hidden="true">
        {highest > 0 ? top : ''}
      </span>
    </div>
  );
}

function areaOf(values: readonly number[], highest: number): string {
  if (values.length === 0) return 'M0 0';
  const first = chartSteps - values.length;
  return `M${first} ${height}L${pointsOf(values, highest)}L${chartSteps} ${height}Z`;
}

function pointsOf(values: readonly number[], highest: number): string {
  const first = chartSteps - values.length;
  const scale = highest === 0 ? 0 : (height - 2) / highest;
  const points = values.map((value, index) => `${first + index} ${Math.round((height - value * scale) * 10) / 10}`);
  // One more point at the edge, so that the newest interval is as wide as the others.
  const [, last = String(height)] = points.at(-1)?.split(' ') ?? [];
  return [...points, `${chartSteps} ${last}`].join('L');
}
