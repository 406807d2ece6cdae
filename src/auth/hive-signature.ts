import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { isObject } from '#base';

/** Where Hive Gateway puts the signature: in the `extensions` of the body. */
const extensionName = 'hmac-signature';

/**
 * Checks the signature of Hive Gateway's `hmacSignature`
 * (https://the-guild.dev/graphql/hive/docs/gateway/other-features/security/hmac-signature): HMAC-SHA256 in base64 over
 * the JSON of `query` and `variables`, its keys sorted. It has no time in it, so a request that was read can be sent
 * again: it needs a network or TLS that keeps readers out.
 */
export function createHiveCheck(secrets: readonly string[]): (body: Buffer | undefined) => boolean {
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8'));
  return (body) => {
    const signed = body === undefined ? undefined : readSigned(body);
    return signed !== undefined && keys.some((key) => timingSafeEqual(digest(key, signed.text), signed.signature));
  };
}

function digest(key: ReturnType<typeof createSecretKey>, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

const signatureBytes = 32;

function readSigned(body: Buffer): { readonly text: string; readonly signature: Buffer } | undefined {
  try {
    const params: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(params) || !isObject(params.extensions)) return undefined;
    const sent = params.extensions[extensionName];
    if (typeof sent !== 'string') return undefined;
    const signature = Buffer.from(sent, 'base64');
    if (signature.length !== signatureBytes) return undefined;
    const { query, variables } = params;
    const hasVariables = isObject(variables) && Object.keys(variables).length > 0;
    return { text: stableJson(hasVariables ? { query, variables } : { query }), signature };
  } catch {
    // Not JSON, or nested too deep: so Hive Gateway did not write it. The caller is refused.
    return undefined;
  }
}

/** JSON with sorted keys at every level. JSON.stringify would put keys that are numbers first. */
function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${stableJson(value[key])}`);
  return `{${members.join(',')}}`;
}
