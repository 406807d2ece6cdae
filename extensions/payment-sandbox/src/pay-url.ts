import type { Context } from '../payment-sandbox.gen.ts';

/** The address where the buyer pays a session: with the host that the request came to. */
export function payUrl(
  request: { readonly context: Context; readonly protocol: string; header(name: string): string | undefined },
  sessionId: string,
): string {
  return new URL(
    request.context.url('payAtSandbox', { sessionId }),
    `${request.protocol}://${request.header('host') ?? 'localhost'}`,
  ).href;
}
