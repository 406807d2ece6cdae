interface BarChartProps {
  readonly values: readonly number[];
  /** What the chart says, for those who do not see it. */
  readonly label: string;
  readonly className: string | undefined;
}

const width = 100;
const height = 24;

/** Bars of equal width, the highest as high as the chart. Drawn on the server. */
export function BarChart({ values, label, className }: BarChartProps) {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className={className}>
      {values.map((value, index) => {
        // A day with little revenue is still seen.
        const bar = value > 0 ? Math.max(0.5, (value / most) * height) : 0;
        return (
          <rect
            key={index}
            x={(index * step + step * 0.1).toFixed(2)}
            y={(height - bar).toFixed(2)}
            width={(step * 0.8).toFixed(2)}
            height={bar.toFixed(2)}
            fill="currentColor"
          />
        );
      })}
    </svg>
  );
}
