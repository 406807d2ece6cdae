import styles from './durations.module.css';
import { counted, groupedNumber, milliseconds } from './format.ts';

export interface Durations {
  readonly name: string;
  readonly about: string | null;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

interface DurationTableProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Durations[];
  /** The singular of what a row is. */
  readonly noun: string;
}

/** A table of durations. Each bar compares a row's 95th percentile with that of the first row. */
export function DurationTable({ id, title, rows, noun }: DurationTableProps) {
  const highest = rows[0]?.p95Ms ?? 0;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="muted">No {noun} was asked for in the last minutes.</p>
      ) : (
        <div className={`card ${styles.frame}`}>
          <table className={styles.table}>
            <caption className={styles.caption}>{counted(rows.length, noun)}, the slowest first</caption>
            <thead>
              <tr>
                <th scope="col">{noun}</th>
                <th scope="col">median</th>
                <th scope="col">p95</th>
                <th scope="col">longest</th>
                <th scope="col">requests</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, about, count, medianMs, p95Ms, maxMs }) => (
                <tr key={`${name} ${about ?? ''}`}>
                  <th scope="row">
                    <code>{name}</code>
                    {about !== null && <span className={styles.about}> {about}</span>}
                    <svg className={styles.bar} viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
                      <path d={`M0 1H${highest === 0 ? 0 : Math.max(1, (100 * p95Ms) / highest)}`} />
                    </svg>
                  </th>
                  <td>{milliseconds(medianMs)}</td>
                  <td>
                    <b>{milliseconds(p95Ms)}</b>
                  </td>
                  <td>{milliseconds(maxMs)}</td>
                  <td>{groupedNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
