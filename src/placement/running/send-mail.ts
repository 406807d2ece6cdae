import type { ExtensionId } from '#base';
import { shopIn } from '#config';
import type { Context, Database } from '#extension-api';
import type { ComposeMail } from '#pages';
import { refuseInTransaction } from '#postgres';

interface MailParts {
  readonly extension: ExtensionId;
  readonly compose: ComposeMail | undefined;
  readonly shop: Context['shop'];
  readonly database: Database;
}

/**
 * Creates `context.mail`. The extension's own process writes the mail, and its role puts it into the queue of the
 * gateway, so each placement can.
 */
export function mailSender({ extension, compose, shop, database }: MailParts): Context['mail'] {
  return async (name, { to, props, locale = shop.locale }) => {
    // It would be sent even if the transaction is undone.
    refuseInTransaction('context.mail');
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(to)) throw new TypeError(`context.mail: "to" is not one address`);
    if (compose === undefined) throw new Error(`the extension ${extension} has no mail "${name}"`);
    const { subject, html } = await compose(name, { props: { ...props }, shop: shopIn(shop, locale) });
    await database.query('select stoa.send_mail($1::jsonb, $2)', [
      JSON.stringify({ name, to, subject, html }),
      extension,
    ]);
  };
}
