import type { Context } from '../card.gen.ts';

/** Who takes the money, and how this shop and they know each other. */
export interface Provider {
  /** Without a slash at the end. */
  readonly address: string;
  /** Header fields that each request has. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly webhookSecret: string;
}

// The sandbox publishes its keys: they open nothing but itself. A shop takes a bearer token for its own.
const sandbox = { credentials: { 'x-payment-key': 'sk_test_sandbox' }, webhookSecret: 'whsec_sandbox' };

/**
 * Stripe, or the sandbox where the setting names one. Throws for both at once, so that a live shop takes no events of a
 * sandbox, and for neither.
 */
export function providerOf({ sandbox: address, key, webhookSecret }: Context['settings']): Provider {
  if (address === undefined && key !== undefined && webhookSecret !== undefined)
    return { address: 'https://api.stripe.com', credentials: { authorization: `Bearer ${key}` }, webhookSecret };
  if (address !== undefined && key === undefined && webhookSecret === undefined) return { address, ...sandbox };
  throw new Error('Set "key" and "webhookSecret" of Stripe, or "sandbox" alone, in the settings of card.');
}
