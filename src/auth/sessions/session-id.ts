import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates and verifies the values of session cookies: a random id with its signature. */
export interface SessionIds {
  /** 256 random bits as text. */
  create(): string;
  /** The cookie's value for an id. */
  sign(id: string): string;
  /** The id in a cookie's value; undefined for an invalid signature. */
  verify(value: string): string | undefined;
}

const form = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/** The signature spares the database: a forged value costs one hash and no query. */
export function createSessionIds(secret: string): SessionIds {
  const key = createSecretKey(secret, 'utf8');
  // The purpose is part of the signed text, so a secret with a second use cannot sign sessions by accident.
  const signatureOf = (id: string): string =>
    createHmac('sha256', key).update(`stoa session ${id}`).digest('base64url');
  return {
    create: () => randomBytes(32).toString('base64url'),
    sign: (id) => `${id}.${signatureOf(id)}`,
    verify(value) {
      const [, id, signature] = form.exec(value) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      // Compared as texts, since several base64url texts decode to the same bytes.
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(id))) ? id : undefined;
    },
  };
}

/** The database stores this hash of an id. The id is random enough to need no salt. */
export function hashSessionId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
