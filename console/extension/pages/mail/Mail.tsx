import { Head } from 'stoa';
import type { Layout, MailProps } from '../../console.gen.ts';
import { timeOf } from '../../src/format.ts';
import styles from './Mail.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    mail(id: getContextValue("id")) { id extension name to subject text at }
    previewPath: url(routeId: "mailPreview")
    mailsPath: url(routeId: "mails")
  }
`;

/** A mail that was caught: its HTML in a frame that runs nothing, and its plain text. */
export default function Mail({ mail, previewPath, mailsPath }: MailProps) {
  if (mail === null) return null;
  const { id, extension, name, to, subject, text, at } = mail;
  return (
    <>
      <Head title={`${subject} · Stoa console`} />
      <h1>Mail</h1>
      <p>
        <b>{subject}</b> to {to}
      </p>
      <p className="muted">
        <time dateTime={at}>{timeOf(at)} UTC</time>, {name} of {extension}. <a href={mailsPath ?? ''}>All mails</a>
      </p>
      <h2>HTML</h2>
      <iframe
        className={styles.preview}
        title="HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={`${previewPath ?? ''}?id=${id}`}
      />
      <h2>Plain text</h2>
      <pre className={`card ${styles.text}`}>{text}</pre>
    </>
  );
}
