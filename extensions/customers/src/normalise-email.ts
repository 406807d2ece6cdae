/**
 * An e-mail address as it is stored and looked for. Upper and lower case are one, also before the `@`, where the standards
 * let a mail server tell them apart and none does.
 */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}

/** Whether mail could be sent there: more than this only sending can tell. */
export function isEmail(email: string): boolean {
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email);
}
