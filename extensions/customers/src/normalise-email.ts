/**
 * Normalises an e-mail address for storage and lookup. Upper and lower case count as equal, also before the `@`: the
 * standards let mail servers distinguish them there, but none does.
 */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** Whether it is one address that the shop sends mails to, of at most 254 characters (RFC 5321). `<>,;` stand around several. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@<>,;\p{Cc}]+@[^\s@<>,;\p{Cc}.]+(\.[^\s@<>,;\p{Cc}.]+)+$/u.test(email);
}
