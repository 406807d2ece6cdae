import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ExtensionId } from '../base/ids.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** The schema that holds one extension's tables. Extension ids have no underscores, so that no two share one. */
export function schemaOf(extension: ExtensionId): string {
  return `ext_${extension.replaceAll('-', '_')}`;
}

/**
 * The login role of one extension. Roles belong to the whole server, so the name carries the database's; the hash keeps
 * two of them apart when shortening or replacing characters makes them alike.
 */
export function roleOf(extension: ExtensionId, database: string): string {
  const hash = createHash('sha256').update(`${database}\0${extension}`).digest('hex').slice(0, 12);
  const readable = `stoa_${database}_${extension}`.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  // PostgreSQL keeps 63 bytes of a name.
  return `${readable.slice(0, 50)}_${hash}`;
}

/**
 * The password of an extension's role. The secret lies in the database, where only the administrator can read it: all
 * gateways of one database agree without talking to each other, a changed administrator's password changes nothing, and
 * no role's password says anything of the administrator's.
 */
export function passwordOf(role: string, secret: string): string {
  return createHmac('sha256', secret).update(role).digest('base64url');
}

/**
 * What PostgreSQL stores instead of a password. Made here, so that the password itself is in no statement and no
 * log.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  // The password is 256 random bits: more iterations would protect nothing, and cost time on each connection.
  const iterations = 1;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}

/**
 * How an extension connects: as its own role, or (`search-path`) as the administrator who looks into its schema
 * first.
 */
export function loginOf(
  extension: ExtensionId,
  admin: ConnectionSettings,
  secret: string | undefined,
): ConnectionSettings {
  if (secret === undefined) {
    const options = `-c search_path=${schemaOf(extension)} -c timezone=UTC -c datestyle=ISO`;
    return { ...admin, options };
  }
  const role = roleOf(extension, admin.database);
  return { ...admin, user: role, password: passwordOf(role, secret) };
}
