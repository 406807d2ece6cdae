import type { Caller } from '#extension-api';

export type User = Extract<Caller, { readonly kind: 'user' }>;

/** Whether a text has the form `area:action`, e.g. `reviews:write`. */
export function isPermission(text: string): boolean {
  return /^[^\s:]+:[^\s:]+$/.test(text);
}

/** Whether a subject is more than blanks. */
export function isSubject(text: string): boolean {
  return text.trim() !== '';
}

/** The user in a token's claims. Undefined when `sub` or `permissions` has the wrong type or form. */
export function userOf(claims: Readonly<Record<string, unknown>>): User | undefined {
  const { sub, permissions = [] } = claims;
  if (typeof sub !== 'string' || !isSubject(sub)) return undefined;
  if (!Array.isArray(permissions) || !permissions.every((each) => typeof each === 'string' && isPermission(each)))
    return undefined;
  return { kind: 'user', id: sub, permissions };
}
