import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

const form = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

type Purpose = 'session' | 'visitor';

/**
 * Creates and verifies the values of cookies: a random id with its signature. The signature spares the database: a
 * forged value costs one hash for each secret and no query. `secret` signs; it and `olderSecrets` verify.
 */
export function createSessionIds(secret: string, olderSecrets: readonly string[] = [], purpose: Purpose = 'session') {
  const key = createSecretKey(secret, 'utf8');
  const keys = [key, ...olderSecrets.map((older) => createSecretKey(older, 'utf8'))];
  // The purpose is part of the signed text, so a secret with a second use cannot sign sessions by accident.
  const signatureOf = (id: string, by = key): string =>
    createHmac('sha256', by).update(`stoa ${purpose} ${id}`).digest('base64url');
  return {
    create: newId,
    /** The cookie's value for an id. */
    sign: (id: string) => `${id}.${signatureOf(id)}`,
    /** The id in a cookie's value; undefined for an invalid signature. */
    verify(value: string): string | undefined {
      const [, id, signature] = form.exec(value) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      // Compared as texts, since several base64url texts decode to the same bytes.
      const given = Buffer.from(signature);
      return keys.some((each) => timingSafeEqual(given, Buffer.from(signatureOf(id, each)))) ? id : undefined;
    },
  };
}

/** 256 random bits as text. */
export function newId(): string {
  return randomBytes(32).toString('base64url');
}

/** The database stores this hash of an id. The id is random enough to need no salt. */
export function hashSessionId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
