import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ExtensionId } from '#base';

/** The schema with one extension's tables. Extension ids have no underscores, so no two share a schema. */
export function schemaOf(extension: ExtensionId): string {
  return `ext_${extension.replaceAll('-', '_')}`;
}

/**
 * The login role of one extension. Roles belong to the whole server, so the name includes the database. The hash
 * separates roles whose names are equal after shortening and replacing characters.
 */
export function roleOf(extension: ExtensionId, database: string): string {
  const hash = createHash('sha256').update(`${database}\0${extension}`).digest('hex').slice(0, 12);
  const readable = `stoa_${database}_${extension}`.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  // PostgreSQL limits a name to 63 bytes.
  return `${readable.slice(0, 50)}_${hash}`;
}

/**
 * The password of an extension's role, derived from a secret. Only the administrator can read the secret, which is
 * in the database. So all gateways of a database agree, the administrator's password may change, and no role's
 * password reveals it.
 */
export function passwordOf(role: string, secret: string): string {
  return createHmac('sha256', secret).update(role).digest('base64url');
}

/** The SCRAM verifier that PostgreSQL stores. Computed here, so that the password is in no statement and no log. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  // The password is 256 random bits. More iterations would add no protection, and slow down each connection.
  const iterations = 1;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}
