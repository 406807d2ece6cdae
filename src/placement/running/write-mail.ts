import type { ExtensionId } from '#base';
import { shopIn } from '#config';
import type { Context } from '#extension-api';
import type { Handover, WrittenMail } from '#extensions';
import type { ComposeMail } from '#pages';

interface MailParts {
  readonly extension: ExtensionId;
  /** Undefined for an extension without mails. */
  readonly compose: ComposeMail | undefined;
  readonly shop: Context['shop'];
}

/**
 * Writes a mail, and gives the statement that puts it into the queue of the gateway. The extension's own process writes
 * it, and its role runs the statement, so each placement can.
 */
export async function writeMail(
  { extension, compose, shop }: MailParts,
  [name, { to, props, locale = shop.locale }]: WrittenMail,
): Promise<Handover> {
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(to)) throw new TypeError('mail: "to" is not one address');
  if (compose === undefined) throw new Error(`the extension ${extension} has no mail "${name}"`);
  const { subject, html } = await compose(name, { props: { ...props }, shop: shopIn(shop, locale) });
  const message = JSON.stringify({ name, to, subject, html });
  return { text: 'select stoa.send_mail($1::jsonb, $2)', values: [message, extension] };
}
