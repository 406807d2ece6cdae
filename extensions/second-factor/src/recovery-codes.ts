import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

const count = 10;

/** Of the codes of one set. It is in the address of the page that shows them. */
export function newKey(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * The codes of a set, of 80 bits each. They are stored nowhere: they follow from the key, which only the browser has, and
 * the secret, which only the database has.
 */
export function codesOf(secret: string, key: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const bytes = createHmac('sha256', secret).update(`${key}:${index}`).digest().subarray(0, 10);
    const text = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
    return text.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** However the person has written it. */
export function digestOf(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return createHash('sha256').update(plain).digest('base64url');
}
