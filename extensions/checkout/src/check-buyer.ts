import { readAddress } from '@stoa/desk-ui/address';
import { isLine } from '@stoa/desk-ui/line';
import { type ErrorText, StoaError } from 'stoa';
import type { Buyer } from './buyer-fields.ts';

type Typed = { readonly [Field in keyof Buyer]?: string | null | undefined } & { readonly country: string };

/** Checks what was typed. Throws BAD_USER_INPUT with a message for each field that has an error. */
export function checkBuyer(typed: Typed): Buyer {
  const email = (typed.email ?? '').trim();
  const { address, wrong } = readAddress(typed, typed.country);
  const names = [...(isEmail(email) ? [] : ['email']), ...wrong];
  refuseFields(Object.fromEntries(names.map((name) => [name, { text: `wrong.${name}` }])));
  return { email, ...address };
}

/** Throws BAD_USER_INPUT with a message at each of these fields, if there is one. */
export function refuseFields(fields: Readonly<Record<string, ErrorText>>): void {
  if (Object.keys(fields).length > 0) throw new StoaError('BAD_USER_INPUT', { text: 'rules.correct' }, { fields });
}

function isEmail(text: string): boolean {
  return isLine(text) && /^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$/.test(text);
}
