import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';
import { listAddress } from '../list/list-address.ts';
import styles from './facet-box.module.css';

interface FacetBoxProps {
  readonly facets: readonly {
    readonly code: string;
    readonly label: string;
    readonly values: readonly {
      readonly code: string;
      readonly label: string;
      readonly count: number;
      readonly selected: boolean;
      readonly toggled: string;
    }[];
  }[];
  /** The address of the first page, without parameters. */
  readonly list: string;
  /** What stays in the address. */
  readonly kept: { readonly search?: string; readonly sort?: string | undefined };
}

/** In each facet, beside what is chosen. */
const mostShown = 10;

/** What the list is filtered by, and what it can be; nothing where there is no facet. */
export function FacetBox({ facets, list, kept }: FacetBoxProps) {
  const text = useText<Texts>();
  if (facets.length === 0) return null;
  const chosen = facets.flatMap(({ values }) => values.filter(({ selected }) => selected));
  return (
    <section className={styles.box} aria-label={text.plain('filter.title')}>
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map(({ code, label, toggled }) => (
            <li key={code}>
              <a href={listAddress(list, { ...kept, filter: toggled })}>{text('filter.remove', { label })}</a>
            </li>
          ))}
          <li>
            <a href={listAddress(list, kept)}>{text('filter.removeAll')}</a>
          </li>
        </ul>
      )}
      <details open={chosen.length > 0}>
        <summary>{text('filter.title')}</summary>
        <div className={styles.facets}>
          {facets.map(({ code, label, values }) => (
            <div key={code}>
              <h2 className={styles.name}>{label}</h2>
              <ul className={styles.values}>
                {values
                  .filter(({ selected }, index) => selected || index < mostShown)
                  .map((value) => (
                    <li key={value.code}>
                      <a
                        rel="nofollow"
                        href={listAddress(list, { ...kept, filter: value.toggled })}
                        aria-current={value.selected ? 'true' : undefined}
                      >
                        {value.label}
                      </a>{' '}
                      <span className={styles.count}>{text('filter.count', { count: value.count })}</span>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
    </section>
  );
}
