import type { Context } from '../payment-sandbox.gen.ts';

/** The address where the buyer pays a session: with the host of the shop's page to which the buyer comes back. */
export function payUrl(
  { url }: Pick<Context, 'url'>,
  { id, successUrl }: { readonly id: string; readonly successUrl: string },
): string {
  return new URL(url('payAtSandbox', { sessionId: id }), successUrl).href;
}
