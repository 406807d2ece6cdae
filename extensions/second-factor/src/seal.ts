import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';

/** A secret as it is stored: encrypted where the shop has a key for it. It fits its customer alone. */
export function seal(
  secret: string,
  { key, customer }: { readonly key: string | undefined; readonly customer: string },
): string {
  if (key === undefined) return secret;
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(key), iv).setAAD(Buffer.from(customer));
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return ['sealed', ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join(':');
}

/** Also a secret that was stored before the shop had a key. Throws without the key, and for another one. */
export function unseal(
  stored: string,
  { key, customer }: { readonly key: string | undefined; readonly customer: string },
): string {
  const [kind, ...parts] = stored.split(':');
  if (kind !== 'sealed') return stored;
  if (key === undefined) throw new Error('the secrets are encrypted, but the setting "secretKey" is not there');
  const [iv, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (iv === undefined || tag === undefined || data === undefined)
    throw new Error('a stored secret is of no known form');
  const decipher = createDecipheriv(algorithm, keyOf(key), iv).setAAD(Buffer.from(customer)).setAuthTag(tag);
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
}

function keyOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
