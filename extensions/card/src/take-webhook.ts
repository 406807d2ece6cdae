import { StoaError } from 'stoa';
import type { Context } from '../card.gen.ts';
import { fieldOf } from './ask-provider.ts';
import { providerOf } from './provider.ts';
import { outcomeOf, parseSession, textOf } from './sessions.ts';
import { isSigned } from './verify-signature.ts';

/** Takes what the provider tells of a session. Rejects what it has not signed, and what should be sent again. */
export async function takeWebhook(
  { query, settings, shop }: Pick<Context, 'query' | 'settings' | 'shop'>,
  body: string,
  signature: string | undefined,
): Promise<void> {
  if (!isSigned(body, signature, { secret: providerOf(settings).webhookSecret }))
    throw new StoaError('BAD_USER_INPUT', 'The signature does not fit, or is too old.');
  const event = parseEvent(body);
  const session = parseSession(fieldOf(fieldOf(event, 'data'), 'object'));
  const id = textOf(event, 'id');
  // One account may serve more than this shop.
  if (id === null || session === undefined || session.order === null) return;
  if (session.shop !== null && shop.url !== undefined && session.shop !== shop.url) return;
  const { state, amount } = outcomeOf(session);
  if (state === 'OPEN') return;
  const input = { method: 'CardPayment', event: id, reference: session.id, order: session.order, state, amount };
  const { errors } = await query('mutation ($input: SettlePaymentInput!) { settlePayment(input: $input) { state } }', {
    input,
  });
  const [error] = errors ?? [];
  if (error !== undefined) throw new StoaError('UNAVAILABLE', `The event is not taken: ${error.message}`);
}

function parseEvent(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new StoaError('BAD_USER_INPUT', 'The body is no JSON.');
  }
}
