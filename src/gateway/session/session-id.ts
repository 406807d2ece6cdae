import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes and checks the values of session cookies: a random id, and its signature. */
export interface SessionIds {
  /** 256 random bits, as text. */
  create(): string;
  /** What the cookie holds. */
  sign(id: string): string;
  /** The id in a cookie's value; undefined when we did not sign it. */
  verify(value: string): string | undefined;
}

const form = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/** The signature spares the database: a value that somebody made up costs one hash, and no query. */
export function createSessionIds(secret: string): SessionIds {
  const key = createSecretKey(secret, 'utf8');
  // The purpose is part of what is signed: a secret that is used for something else too signs no session by accident.
  const signatureOf = (id: string): string =>
    createHmac('sha256', key).update(`stoa session ${id}`).digest('base64url');
  return {
    create: () => randomBytes(32).toString('base64url'),
    sign: (id) => `${id}.${signatureOf(id)}`,
    verify(value) {
      const [, id, signature] = form.exec(value) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      // As texts: several texts of base64url stand for the same bytes.
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(id))) ? id : undefined;
    },
  };
}

/** What the database knows of an id. It is random enough that no salt is needed. */
export function hashSessionId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
