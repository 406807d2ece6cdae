import { Head, usePage } from 'stoa';
import type { Layout, RecordsProps } from '../../console.gen.ts';
import { timeOf } from '../../src/format.ts';
import styles from '../../src/shared-list.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    records(
      extension: getContextValue("extension")
      subject: getContextValue("subject")
      before: getContextValue("before")
    ) {
      next
      records { id at extension caller callerId requestId action subject from to }
    }
  }
`;

/** The audit trail of the shop, with a link to what is older. */
export default function Records({ records: shown }: RecordsProps) {
  const { path, query: parameters } = usePage();
  if (shown === null) return null;
  const { extension = '', subject = '', before } = parameters;
  const isAll = extension === '' && subject === '' && before === undefined;
  const older = new URLSearchParams({ extension, subject, before: shown.next ?? '' });
  return (
    <>
      <Head title="Records · Stoa console" />
      <h1>Records</h1>
      <p className="muted">What extensions wrote to the audit trail, the newest first. They can only add to it.</p>
      <search>
        <form className={styles.search} action={path}>
          <label htmlFor="extension">Extension</label>
          <input id="extension" name="extension" defaultValue={extension} maxLength={100} autoComplete="off" />
          <label htmlFor="subject">Subject</label>
          <input id="subject" name="subject" defaultValue={subject} maxLength={500} autoComplete="off" />
          <button type="submit">Find</button>
          {!isAll && <a href={path}>Show the newest</a>}
        </form>
      </search>
      {shown.records.length === 0 && <p role="status">There is no such record.</p>}
      <ol className={styles.list}>
        {shown.records.map(({ id, at, action, subject: of, from, to, ...by }) => (
          <li key={id} className="card">
            <p>
              <time className="muted" dateTime={at}>
                {timeOf(at)} UTC
              </time>
              <b>{action}</b>
              <code>{of}</code>
            </p>
            <p className="muted">
              <span>{by.extension}</span>
              <span>{by.caller === null ? 'outside of requests' : `${by.caller} ${by.callerId ?? ''}`}</span>
              {by.requestId !== null && <span>request {by.requestId}</span>}
            </p>
            {(from !== null || to !== null) && (
              <p>
                <code>
                  {from ?? 'nothing'} → {to ?? 'nothing'}
                </code>
              </p>
            )}
          </li>
        ))}
      </ol>
      {shown.next !== null && <a href={`${path}?${older}`}>Older records</a>}
    </>
  );
}
