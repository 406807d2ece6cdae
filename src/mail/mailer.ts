import { errorFinding, type Finding, isObject, type Logger } from '#base';
import { type Config, placeInConfig } from '#config';
import type { ExtensionManifest } from '#extensions';

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

interface MailerOptions {
  readonly development: boolean;
  readonly logger: Logger;
  /** Of the process itself. Undefined for a worker: its primary process has the console. */
  readonly adminUrl?: string | undefined;
}

/** Development sends nothing, whatever gateway.yaml says. `settings` are those of the generation that serves. */
export function createMailer(settings: () => Config['mail'], options: MailerOptions): Mailer {
  const { development, logger, adminUrl } = options;
  const place = `To read it, open ${adminUrl === undefined ? 'Mails in the console' : `${adminUrl}/console/mails`}.`;
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

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' };

/** The plain text of a mail's HTML, as React writes it: lines, lists and the addresses of links. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/g, (_all, address: string, content: string) =>
      address === content ? content : `${content} (${address})`,
    )
    .replaceAll(/<li\b[^>]*>/g, '\n* ')
    .replaceAll(/<\/(?:td|th)>/g, ' ')
    .replaceAll(/<(?:br|hr)\b[^>]*>|<\/(?:tr|div|li)>/g, '\n')
    .replaceAll(/<\/(?:p|h[1-6]|ul|ol|table|section|blockquote)>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27|nbsp);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A shop in production needs a server for the mails of its extensions. */
export function checkMail(manifests: readonly ExtensionManifest[], config: Config): readonly Finding[] {
  const first = manifests.find(({ mails }) => mails.length > 0);
  if (first === undefined || !config.mail.isOwed) return [];
  const what = `the extension "${first.id}" sends mails, and "mail" names no server and no sender`;
  const fix = 'Write "mail: { url: \\"${SMTP_URL}\\", from: \\"Shop <shop@example.com>\\" }".';
  return [errorFinding('CONFIG_NOT_FOR_PRODUCTION', { where: placeInConfig(config, ['mail']), what, fix })];
}
