import { Secret, TOTP } from 'otpauth';

/** 160 bits, as base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the QR code has. */
export function addressOf(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  return new TOTP({ secret, issuer, label }).toString();
}

/**
 * The time step of a code. Undefined for a wrong one. The clock of the telephone may be one step off. `timestamp` is in
 * milliseconds.
 */
export function stepOf(secret: string, code: string, timestamp = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret });
  const delta = totp.validate({ token: code, window: 1, timestamp });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
