import { hash } from 'node:crypto';

/** What is kept of a token, here and in gateway.yaml: its SHA-256 in hexadecimal digits. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
