import type { NewSession } from './session-store.ts';

/** Sessions are open for half an hour at least, and for a day by default. */
const [shortestSeconds, usualSeconds] = [30 * 60, 24 * 3600];

/** The fields of a new session; a text says what is wrong. */
export function readNewSession(fields: URLSearchParams, now = Math.floor(Date.now() / 1000)): NewSession | string {
  const price = 'line_items[0][price_data]';
  const amount = Number(fields.get(`${price}[unit_amount]`)) * Number(fields.get('line_items[0][quantity]') ?? 1);
  const expiresAt = Number(fields.get('expires_at') ?? now + usualSeconds);
  const successUrl = fields.get('success_url') ?? '';
  if (fields.get('mode') !== 'payment') return 'mode has to be payment.';
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 99_999_999)
    return `${price}[unit_amount] has to be 1 to 99999999.`;
  if (!/^https?:\/\//.test(successUrl)) return 'success_url has to be a URL.';
  // Seconds pass between the shop's clock and this one.
  if (!Number.isSafeInteger(expiresAt) || expiresAt < now + shortestSeconds - 60)
    return 'expires_at has to be in 30 minutes or later.';
  return {
    amount,
    currency: fields.get(`${price}[currency]`) ?? 'eur',
    description: fields.get(`${price}[product_data][name]`) ?? '',
    successUrl,
    cancelUrl: fields.get('cancel_url') ?? successUrl,
    reference: fields.get('client_reference_id'),
    metadata: metadataOf(fields),
    expiresAt,
  };
}

function metadataOf(fields: URLSearchParams): NewSession['metadata'] {
  const named = [...fields].map(([name, value]) => [/^metadata\[([^\]]+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}
