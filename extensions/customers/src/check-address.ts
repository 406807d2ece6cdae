import { type ErrorText, StoaError } from 'stoa';
import type { Address } from './address-store.ts';

const fields = ['name', 'street', 'postcode', 'city'] as const;

/** Checks what was typed. Throws BAD_USER_INPUT with a message for each field that has an error. */
export function checkAddress(
  typed: { readonly [Field in keyof Address]?: string | null | undefined } & { readonly country: string },
): Address {
  const [name = '', street = '', postcode = '', city = ''] = fields.map((field) => (typed[field] ?? '').trim());
  const address: Address = { name, street, postcode, city, country: typed.country };
  const wrong = fields.filter((field) => !/[\p{L}\p{N}]/u.test(address[field]) || /\p{Cc}/u.test(address[field]));
  const errors: Record<string, ErrorText> = {};
  for (const field of wrong) errors[field] = { text: 'address.wrong' };
  if (wrong.length > 0) throw new StoaError('BAD_USER_INPUT', { text: 'account.correct' }, { fields: errors });
  return address;
}
