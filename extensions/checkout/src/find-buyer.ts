import type { Context } from '../checkout.gen.ts';
import type { Buyer } from './buyer-fields.ts';
import { dataOf } from './data-of.ts';

/** An account, with its newest address last. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly addresses: readonly (Omit<Buyer, 'email'> & { readonly country: string })[];
}

const meText = '{ me { name email addresses { name street postcode city country } } }';

/** The caller's account. Null for guests, and in a shop without accounts. */
export async function findAccount(context: Context): Promise<Account | null> {
  if (context.caller.kind !== 'user') return null;
  const answer = await context.query(meText, {});
  return answer.absent === undefined ? dataOf(answer).me : null;
}

/** With the newest address in the country of the cart: another one would have another price. Empty where it has none. */
export function buyerOf({ name, email, addresses }: Account, country: string): Buyer {
  const found = addresses.findLast((address) => address.country === country);
  const { street = '', postcode = '', city = '' } = found ?? {};
  return { email, name: found?.name ?? name, street, postcode, city };
}
