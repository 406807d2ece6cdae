import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ClientOf, isObject } from '#base';
import type { Config } from '#config';
import { inLocaleOf } from '#http';
import { cookieValues, createCookie, gatewayCookies } from './session-cookie.ts';

/** What a guest typed into a form that needs a sign-in. */
export interface KeptForm {
  /** `extension.routeId` */
  readonly routeId: string;
  /** By field, without secrets. */
  readonly values: Readonly<Record<string, string>>;
}

/** Keeps a guest's form until the person has signed in: encrypted, in a cookie of the form's page. */
interface KeptForms {
  /** Does nothing for a form that a cookie cannot hold. `path` is that of its page, without a locale. */
  keep(request: IncomingMessage, response: ServerResponse, form: KeptForm & { readonly path: string }): void;
  /** The form that was kept for the page at this path. The response forgets it. */
  take(request: IncomingMessage, response: ServerResponse, path: string): KeptForm | undefined;
}

const name = gatewayCookies.form;
const seconds = 30 * 60;
/** Browsers keep 4096 bytes with name and attributes (RFC 6265, 6.1). */
const longest = 3_600;

export function createKeptForms(config: Config['auth']['session'], clientOf: ClientOf): KeptForms {
  const { secret, olderSecrets = [], secureCookie } = config;
  // Most gateways keep no form.
  let known: readonly Buffer[] | undefined;
  const keys = (): readonly Buffer[] => {
    known ??= [secret, ...olderSecrets].map((each) => Buffer.from(hkdfSync('sha256', each, '', 'stoa form 1', 32)));
    return known;
  };
  const written = createCookie({ name, lifetime: seconds, secureCookie }, clientOf);
  return {
    keep(request, response, { routeId, values, path: bare }) {
      const path = inLocaleOf(request, bare);
      const [key = Buffer.alloc(0)] = keys();
      const text = encrypt(key, JSON.stringify({ routeId, values, path, expires: Date.now() + seconds * 1000 }));
      if (text.length <= longest) written.write(request, response, text, path);
    },
    take(request, response, bare) {
      const { cookie } = request.headers;
      if (cookie === undefined || !cookie.includes(name)) return undefined;
      const path = inLocaleOf(request, bare);
      for (const text of cookieValues(cookie, name)) {
        const form = keys()
          .flatMap((key) => read(key, text) ?? [])
          .find((each) => each.path === path);
        if (form === undefined) continue;
        written.write(request, response, undefined, path);
        return form.expires > Date.now() ? { routeId: form.routeId, values: form.values } : undefined;
      }
      return undefined;
    },
  };
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function encrypt(key: Buffer, text: string): string {
  const iv = randomBytes(ivBytes);
  const encrypting = createCipheriv(cipher, key, iv);
  const content = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()]);
  return Buffer.concat([iv, encrypting.getAuthTag(), content]).toString('base64url');
}

type Content = KeptForm & { readonly path: string; readonly expires: number };

/** Undefined for a text that this key has not encrypted. */
function read(key: Buffer, text: string): Content | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= ivBytes + tagBytes) return undefined;
  const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
  decrypting.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const content = Buffer.concat([decrypting.update(bytes.subarray(ivBytes + tagBytes)), decrypting.final()]);
    const value: unknown = JSON.parse(content.toString());
    return isContent(value) ? value : undefined;
  } catch {
    // Another key has encrypted it, or none.
    return undefined;
  }
}

function isContent(value: unknown): value is Content {
  return (
    isObject(value) && typeof value.path === 'string' && typeof value.expires === 'number' && isObject(value.values)
  );
}
