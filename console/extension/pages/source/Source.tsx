import { Head } from 'stoa';
import type { Layout, SourceProps } from '../../console.gen.ts';
import styles from './Source.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    source(at: getContextValue("at")) { path line lines }
  }
`;

/** A file of the map, as it is on disk, with the selected line marked. */
export default function Source({ source }: SourceProps) {
  if (source === null) return null;
  const { path, line, lines } = source;
  return (
    <>
      <Head title={`${path} · Stoa console`} />
      <h1>Source</h1>
      <p className="muted">
        <code className="path">
          {path}:{line}
        </code>
        , as it is saved now. <a href="/console/map">Back to the map</a>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={`card ${styles.text}`} aria-label={path} tabIndex={0}>
        <ol className={styles.lines}>
          {lines.map((text, index) => (
            <li
              key={index}
              id={`L${index + 1}`}
              className={index + 1 === line ? styles.marked : undefined}
              aria-current={index + 1 === line ? 'location' : undefined}
            >
              <code>{text === '' ? ' ' : text}</code>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
