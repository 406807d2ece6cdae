import { createHash } from 'node:crypto';

/** What gateway.yaml keeps of a static token: its SHA-256 in hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
