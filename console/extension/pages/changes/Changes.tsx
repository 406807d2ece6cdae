import type { ReactNode } from 'react';
import { Head, usePage } from 'stoa';
import type { ChangesProps, Layout } from '../../console.gen.ts';
import { classOf } from '../../src/class-of.ts';
import { counted } from '../../src/format.ts';
import styles from './Changes.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    changes(from: getContextValue("from"), to: getContextValue("to")) {
      from to known missing
      extensions { id change files { path change } }
      settings { name before after }
      pages { name before after }
      routes { name before after }
      schema { name before after }
    }
  }
`;

interface Change {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two generations on disk. */
export default function Changes({ changes }: ChangesProps) {
  const { path } = usePage();
  if (changes === null) return null;
  const { from, to, known, missing, extensions, settings, pages, routes, schema } = changes;
  const total = [extensions, settings, pages, routes, schema].reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      <Head title="Changes · Stoa console" />
      <h1>Changes</h1>
      <p className="muted">
        What differs between two generations that are kept. A secret is <code>***</code> on both sides.{' '}
        <a href="/console/generations">All generations</a>
      </p>
      <form className={styles.pick} action={path}>
        <Pick name="from" label="From" value={from} known={known} />
        <Pick name="to" label="To" value={to} known={known} />
        <button type="submit">Compare</button>
      </form>
      <p role="status">{told({ from, to, missing, total })}</p>
      <Group title="Extensions" count={extensions.length}>
        {extensions.map(({ id, change, files }) => (
          <li key={id}>
            <p>
              <b>{id}</b> <Kind change={change} />
            </p>
            {files.length > 0 && (
              <ul className={styles.files}>
                {files.map((file) => (
                  <li key={file.path}>
                    <code>{file.path}</code> <Kind change={file.change} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </Group>
      <Entries title="gateway.yaml" changes={settings} />
      <Entries title="Pages" changes={pages} />
      <Entries title="Routes" changes={routes} />
      <Entries title="GraphQL types and fields" changes={schema} />
    </>
  );
}

interface Told {
  readonly from: number | null;
  readonly to: number | null;
  readonly missing: readonly number[];
  readonly total: number;
}

function told({ from, to, missing, total }: Told): string {
  if (missing.length > 0)
    return `Generation ${missing.join(' and ')} cannot be compared: it is not on disk, or an earlier version kept it.`;
  if (from === null || to === null) return 'There is no second generation to compare with.';
  if (total === 0) return `Nothing differs between generation ${from} and generation ${to}.`;
  return `${counted(total, 'difference')} from generation ${from} to generation ${to}.`;
}

interface PickProps {
  readonly name: string;
  readonly label: string;
  readonly value: number | null;
  readonly known: readonly number[];
}

function Pick({ name, label, value, known }: PickProps) {
  const numbers = value === null || known.includes(value) ? known : [value, ...known];
  return (
    <label>
      {label}{' '}
      <select name={name} defaultValue={value ?? undefined}>
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
    </label>
  );
}

function Entries({ title, changes }: { readonly title: string; readonly changes: readonly Change[] }) {
  return (
    <Group title={title} count={changes.length}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <p>
            <code>
              <b>{name}</b>
            </code>{' '}
            <Kind change={before === null ? 'added' : after === null ? 'removed' : 'changed'} />
          </p>
          {before !== null && (
            <p>
              <span className="muted">was</span> <code>{before}</code>
            </p>
          )}
          {after !== null && (
            <p>
              <span className="muted">is</span> <code>{after}</code>
            </p>
          )}
        </li>
      ))}
    </Group>
  );
}

function Kind({ change }: { readonly change: string }) {
  return <span className={classOf(styles, change)}>{change}</span>;
}

interface GroupProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Group({ title, count, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section>
      <h2>
        {title} <span className="muted">{count}</span>
      </h2>
      <ul className={`card ${styles.rows}`}>{children}</ul>
    </section>
  );
}
