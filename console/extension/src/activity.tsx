import styles from './activity.module.css';
import { groupedNumber } from './format.ts';
import type { LiveExtension } from './overview.ts';
import { Charts } from './traffic.tsx';

const breakers: Readonly<Record<string, string>> = {
  open: 'Has a rest: its breaker is open',
  'half-open': 'Is being tried: its breaker is half open',
};

/** Load and health of each extension. */
export function Activity({ extensions }: { readonly extensions: readonly LiveExtension[] }) {
  return (
    <section aria-labelledby="extensions">
      <h2 id="extensions">Calls of extensions</h2>
      <ul className={`card ${styles.list}`}>
        {extensions.map(({ id, breaker, calls, errors, inFlight, recent }) => (
          <li key={id} className={styles.extension}>
            <div className={styles.who}>
              <a href={`/console/map?extension=${encodeURIComponent(id)}`}>{id}</a>
              <p className={styles.totals}>
                {groupedNumber(calls)} calls{errors > 0 ? `, ${groupedNumber(errors)} failed` : ''}
                {inFlight > 0 ? `, ${inFlight} under way` : ''}
              </p>
              {breaker !== 'closed' && <p className={styles.breaker}>{breakers[breaker] ?? breaker}</p>}
            </div>
            <Charts chart={recent} noun={`calls of ${id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
