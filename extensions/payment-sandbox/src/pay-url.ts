import type { Context } from '../payment-sandbox.gen.ts';

/** The address where the buyer pays a session: with the host and the language of the page to which the buyer comes back. */
export function payUrl(
  { url, shop }: Pick<Context, 'url' | 'shop'>,
  { id, successUrl }: { readonly id: string; readonly successUrl: string },
): string {
  const [, first] = new URL(successUrl).pathname.split('/');
  const [, ...others] = shop.locales;
  const language = others.find((locale) => locale === first);
  const path = url('payAtSandbox', { sessionId: id });
  return new URL(language === undefined ? path : `/${language}${path}`, successUrl).href;
}
