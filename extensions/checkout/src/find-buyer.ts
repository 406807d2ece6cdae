import type { AddressField } from '@stoa/desk-ui/address';
import type { Context } from '../checkout.gen.ts';
import type { Buyer } from './buyer-fields.ts';
import { dataOf } from './data-of.ts';

/** An account, with its newest address last. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly addresses: readonly (Readonly<Record<AddressField, string | null>> & { readonly country: string })[];
}

const meText = `{
  me { name email addresses { name addition street postcode city region phone country } }
}`;

/** The caller's account. Null for guests, and in a shop without accounts. */
export async function findAccount(context: Context): Promise<Account | null> {
  if (context.caller.kind !== 'user') return null;
  const answer = await context.query(meText, {});
  return answer.absent === undefined ? dataOf(answer).me : null;
}

/** With the newest address in the country of the cart: another one would have another price. Empty where it has none. */
export function buyerOf({ name, email, addresses }: Account, country: string): Buyer {
  const found = addresses.findLast((address) => address.country === country);
  const known = (field: AddressField) => found?.[field] ?? '';
  return {
    email,
    name: known('name') || name,
    addition: known('addition'),
    street: known('street'),
    postcode: known('postcode'),
    city: known('city'),
    region: known('region'),
    phone: known('phone'),
  };
}
