import { absoluteUrl } from 'stoa';
import type { Context } from '../customers.gen.ts';
import { makeLink } from './link-store.ts';
import { requireEmail } from './registration-rules.ts';
import { withNext } from './with-next.ts';

interface LinkRequest {
  readonly email: string | null | undefined;
  readonly next?: string | undefined;
}

/** Sends a mail to any address, with a link if it has an account: only its owner learns whether there is one. */
export async function mailLink(
  context: Context,
  purpose: 'reset-password' | 'sign-in',
  { email, next }: LinkRequest,
): Promise<void> {
  const to = requireEmail(email);
  const key = await makeLink(context.database, { purpose, email: to });
  const pageWith = (params: { readonly key: string }): string =>
    purpose === 'sign-in' ? context.url('signInByLink', params) : context.url('newPassword', params);
  const address = key === undefined ? null : absoluteUrl(context, withNext(pageWith({ key }), next));
  await context.mail(purpose === 'sign-in' ? 'sign-in-link' : 'password-reset', { to, props: { address } });
}
