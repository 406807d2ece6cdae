import { isObject } from '#base';
import type { Config } from '#config';
import { plainText } from './plain-text.ts';

/** A mail as the queue keeps it. */
export interface Mail {
  /** The extension that sends it, and its name there. */
  readonly extension: string;
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
}

export interface CaughtMail extends Mail {
  readonly text: string;
  readonly at: Date;
}

/** Sends mails, or keeps them where there is no server. */
export interface Mailer {
  /** Rejects when the server does not take it: the queue tries again. */
  send(mail: Mail): Promise<void>;
  /** The last mails that were not sent, newest first. */
  readonly caught: readonly CaughtMail[];
  close(): void;
}

const mostCaught = 100;

/** Milliseconds that the server may take for each step. */
const serverMs = 15_000;

/** Development sends nothing, whatever gateway.yaml says. */
export function createMailer({ mail: { url, from } }: Pick<Config, 'mail'>, development: boolean): Mailer {
  const caught: CaughtMail[] = [];
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    caught,
    async send(mail) {
      const text = plainText(mail.html);
      if (development || url === undefined) {
        caught.unshift({ ...mail, text, at: new Date() });
        caught.length = Math.min(caught.length, mostCaught);
        return;
      }
      transport ??= openTransport(url);
      const { to, subject, html } = mail;
      await (await transport).sendMail({ from, to, subject, html, text });
    },
    close() {
      transport?.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const times = { connectionTimeout: serverMs, greetingTimeout: serverMs, socketTimeout: serverMs };
  return createTransport({ url, pool: true, ...times });
}

export function isMail(value: unknown): value is Mail {
  return (
    isObject(value) && ['extension', 'name', 'to', 'subject', 'html'].every((key) => typeof value[key] === 'string')
  );
}
