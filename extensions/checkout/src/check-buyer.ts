import { isLine } from '@stoa/desk-ui/line';
import { type ErrorText, StoaError } from 'stoa';
import { type Buyer, buyerFields } from './buyer-fields.ts';

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
  const wrong = buyerFields.filter(({ name }) => !isRight(name, buyer[name]));
  refuseFields(Object.fromEntries(wrong.map(({ name }) => [name, { text: `wrong.${name}` }])));
  return buyer;
}

/** Throws BAD_USER_INPUT with a message at each of these fields, if there is one. */
export function refuseFields(fields: Readonly<Record<string, ErrorText>>): void {
  if (Object.keys(fields).length > 0) throw new StoaError('BAD_USER_INPUT', { text: 'rules.correct' }, { fields });
}

function isRight(field: keyof Buyer, value: string): boolean {
  return isLine(value) && (field !== 'email' || /^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$/.test(value));
}
