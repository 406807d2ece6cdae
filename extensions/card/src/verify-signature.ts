import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a webhook may be: an old one that was recorded is refused. */
const toleranceSeconds = 300;

/**
 * Whether the provider has signed this body: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`, with one `v1` for each secret
 * that it has at the time.
 */
export function isSigned(
  body: string,
  header: string | undefined,
  { secret, now = Date.now() }: { readonly secret: string; readonly now?: number },
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const [, time = ''] = parts.find(([name]) => name === 't') ?? [];
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(([name, signature = '']) => {
    const given = Buffer.from(signature, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
