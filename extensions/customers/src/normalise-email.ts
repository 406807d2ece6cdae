/**
 * Normalises an e-mail address for storage and lookup. Upper and lower case count as equal, also before the `@`: the
 * standards let mail servers distinguish them there, but none does.
 */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** Whether mail could be sent to the address, which has at most 254 characters (RFC 5321). */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}.]+(\.[^\s@\p{Cc}.]+)+$/u.test(email);
}
