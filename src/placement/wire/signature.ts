import { createHmac, createSecretKey, hash, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';

/** Seconds for which a signature is valid, in either direction: clocks of two machines differ. */
export const signatureSeconds = 60;

/** What a signature vouches for, besides the body. */
export interface SignedHead {
  readonly method: string;
  readonly url: string;
  /** The header field `stoa-call`, or another one that names the caller. */
  readonly call: string;
}

/** Keys of HMAC secrets, made once. The first signs, and all verify. */
export function signingKeys(secrets: readonly string[]): readonly KeyObject[] {
  return secrets.map((secret) => createSecretKey(secret, 'utf8'));
}

/**
 * The header field `stoa-signature`: `t=<unix seconds>,n=<nonce>,b=<SHA-256 of the body>,s=<HMAC-SHA256>`, in
 * base64url. The hash of a streamed body is `-`.
 */
export function sign(
  key: KeyObject,
  head: SignedHead,
  body: Buffer | string | undefined,
  now: number = Date.now(),
): string {
  return signatureOf(key, head, { now, nonce: randomUUID(), hash: body === undefined ? '-' : bodyDigest(body) });
}

/** The form of the version before, for a reader that may know no other. */
export function signWithoutNonce(key: KeyObject, head: SignedHead, body: string): string {
  return signatureOf(key, head, { now: Date.now(), nonce: undefined, hash: bodyDigest(body) });
}

function signatureOf(
  key: KeyObject,
  head: SignedHead,
  { now, nonce, hash }: { readonly now: number; readonly nonce: string | undefined; readonly hash: string },
): string {
  const time = String(Math.floor(now / 1000));
  const once = nonce === undefined ? '' : `n=${nonce},`;
  return `t=${time},${once}b=${hash},s=${digestOf(key, head, { time, nonce, hash }).toString('base64url')}`;
}

export type SignatureCheck =
  /** `hash`: of the body; undefined when it is streamed. A sender of the version before sends no nonce. */
  | { readonly kind: 'valid'; readonly bodyHash: string | undefined; readonly nonce: string | undefined }
  | { readonly kind: 'refused'; readonly reason: 'missing' | 'malformed' | 'expired' | 'wrong' };

/** Whether one of the keys made the signature within the last minute. Needs no body: see {@link bodyDigest}. */
export function checkSignature(
  keys: readonly KeyObject[],
  { signature, ...head }: SignedHead & { readonly signature: string | undefined },
): SignatureCheck {
  if (signature === undefined) return { kind: 'refused', reason: 'missing' };
  const [, time, nonce, hash, sent] = form.exec(signature) ?? [];
  if (time === undefined || hash === undefined || sent === undefined) return { kind: 'refused', reason: 'malformed' };
  if (Math.abs(Date.now() / 1000 - Number(time)) > signatureSeconds) return { kind: 'refused', reason: 'expired' };
  const given = Buffer.from(sent, 'base64url');
  const isRight = keys.some((key) => timingSafeEqual(digestOf(key, head, { time, nonce, hash }), given));
  if (!isRight) return { kind: 'refused', reason: 'wrong' };
  return { kind: 'valid', bodyHash: hash === '-' ? undefined : hash, nonce };
}

const form = /^t=(\d{1,12}),(?:n=([\w-]{36}),)?b=(-|[\w-]{43}),s=([\w-]{43})$/;

export function bodyDigest(body: Buffer | string): string {
  return hash('sha256', body, 'base64url');
}

function digestOf(
  key: KeyObject,
  { method, url, call }: SignedHead,
  { time, nonce, hash }: { readonly time: string; readonly nonce: string | undefined; readonly hash: string },
): Buffer {
  // No part can hold a line break: Node refuses them in methods, URLs and header fields.
  const begun = nonce === undefined ? time : `${time}\n${nonce}`;
  return createHmac('sha256', key).update(`${begun}\n${method}\n${url}\n${call}\n${hash}`).digest();
}
