import { isObject, type Logger } from '#base';
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

interface CaughtMail extends Mail {
  readonly text: string;
  readonly at: Date;
}

/** Sends mails, or keeps them where there is no server. */
export interface Mailer {
  /** Sends what `context.mail` has put into the queue. Rejects when the server refuses it: the queue tries again. */
  readonly send: (mail: unknown) => Promise<void>;
  /** The last mails that were not sent, newest first. */
  readonly caught: readonly CaughtMail[];
  /** Whether it sends none, and keeps them. */
  catches(): boolean;
  close(): void;
}

const mostCaught = 100;

/** Milliseconds that the server may take for each step. */
const serverMs = 15_000;

const place = 'The console of this process shows it under Mails.';

/** Development sends nothing, whatever gateway.yaml says. `settings` are those of the generation that serves. */
export function createMailer(settings: () => Config['mail'], development: boolean, logger: Logger): Mailer {
  const caught: CaughtMail[] = [];
  let server: { readonly url: string; readonly transport: ReturnType<typeof openTransport> } | undefined;
  const close = (): void => {
    server?.transport.then((opened) => opened.close()).catch(() => undefined);
    server = undefined;
  };
  return {
    caught,
    catches: () => development || settings().url === undefined,
    close,
    async send(mail) {
      if (!isMail(mail)) throw new Error('the queue has a mail that is none');
      const text = plainText(mail.html);
      const { url, from } = settings();
      if (development || url === undefined) {
        caught.unshift({ ...mail, text, at: new Date() });
        caught.length = Math.min(caught.length, mostCaught);
        const fix = development ? place : `${place} To send mails, set mail.url in gateway.yaml.`;
        logger.info('mail kept, not sent', { extension: mail.extension, name: mail.name, fix });
        return;
      }
      if (server?.url !== url) close();
      server ??= { url, transport: openTransport(url) };
      const { to, subject, html } = mail;
      await (await server.transport).sendMail({ from, to, subject, html, text });
    },
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const times = { connectionTimeout: serverMs, greetingTimeout: serverMs, socketTimeout: serverMs };
  return createTransport({ url, pool: true, ...times });
}

function isMail(value: unknown): value is Mail {
  return (
    isObject(value) && ['extension', 'name', 'to', 'subject', 'html'].every((key) => typeof value[key] === 'string')
  );
}
