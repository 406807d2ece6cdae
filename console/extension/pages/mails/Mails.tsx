import { Head } from 'stoa';
import type { Layout, MailsProps } from '../../console.gen.ts';
import { timeOf } from '../../src/format.ts';
import styles from '../../src/shared-list.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    mails { id extension name to subject at }
    mailPath: url(routeId: "mail")
  }
`;

/** What extensions have sent, where no server takes it. */
export default function Mails({ mails, mailPath }: MailsProps) {
  return (
    <>
      <Head title="Mails · Stoa console" />
      <h1>Mails</h1>
      <p className="muted">
        This process sends none. It remembers the last 100 that it took from the queue, the newest first.
      </p>
      {mails?.length === 0 && <p role="status">No mail was caught.</p>}
      <ol className={styles.list}>
        {mails?.map(({ id, extension, name, to, subject, at }) => (
          <li key={id} className="card">
            <p>
              <a href={`${mailPath ?? ''}?id=${id}`}>{subject}</a>
              <span>to {to}</span>
            </p>
            <p className="muted">
              <time dateTime={at}>{timeOf(at)} UTC</time>
              <span>
                {name} of {extension}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
