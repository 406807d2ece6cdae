import { Head } from 'stoa';
import type { Layout, SettingsProps } from '../../console.gen.ts';
import { timeOf } from '../../src/format.ts';
import styles from '../../src/shared-list.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { settings { extension name value changedAt changedBy } }
`;

/** What the shop has set while it ran. */
export default function Settings({ settings }: SettingsProps) {
  return (
    <>
      <Head title="Settings · Stoa console" />
      <h1>Settings</h1>
      <p className="muted">Live settings that were changed, the latest first. Others have the values of Config.</p>
      {settings.length === 0 && <p role="status">No setting was changed.</p>}
      <ol className={styles.list}>
        {settings.map(({ extension, name, value, changedAt, changedBy }) => (
          <li key={`${extension} ${name}`} className="card">
            <p>
              <b>{name}</b>
              <span>of {extension === '@shop' ? 'the shop' : extension}</span>
              {value === null ? <span>has its default again</span> : <code>{value}</code>}
            </p>
            <p className="muted">
              <time dateTime={changedAt}>{timeOf(changedAt)} UTC</time>
              {changedBy !== null && <span>by {changedBy}</span>}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
