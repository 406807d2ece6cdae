import type { Context } from '../second-factor.gen.ts';
import { emailOf } from './email-of.ts';
import { addressOf } from './totp.ts';

/** What the app of the caller needs. The app shows the name of the shop, and the customer's address. */
export async function setupOf(
  { query, shop }: Pick<Context, 'query' | 'shop'>,
  secret: string,
): Promise<{ readonly secret: string; readonly address: string }> {
  const label = (await emailOf({ query })) ?? shop.name;
  return { secret, address: addressOf(secret, { issuer: shop.name, label }) };
}
