import { hash } from 'node:crypto';

/** The SHA-256 of a token in hexadecimal digits. The gateway and gateway.yaml hold this instead of the token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
