import { type ErrorText, StoaError } from 'stoa';

const fields = ['email', 'name', 'street', 'postcode', 'city'] as const;

/** Who orders, and where the parcel goes. */
export type Buyer = Readonly<Record<(typeof fields)[number], string>>;

/** Checks what was typed. Throws BAD_USER_INPUT with a message for each field that has an error. */
export function checkBuyer(typed: { readonly [Field in keyof Buyer]?: string | null | undefined }): Buyer {
  const entry = (field: keyof Buyer) => (typed[field] ?? '').trim();
  const buyer: Buyer = {
    email: entry('email'),
    name: entry('name'),
    street: entry('street'),
    postcode: entry('postcode'),
    city: entry('city'),
  };
  const errors: Record<string, ErrorText> = {};
  for (const field of fields) if (!isRight(field, buyer[field])) errors[field] = { text: `wrong.${field}` };
  if (Object.keys(errors).length > 0)
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.correct' }, { fields: errors });
  return buyer;
}

function isRight(field: keyof Buyer, value: string): boolean {
  if (/\p{Cc}/u.test(value)) return false;
  return field === 'email' ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) : /[\p{L}\p{N}]/u.test(value);
}
