import type { Graph } from '../card.gen.ts';
import { askProvider, fieldOf, type ProviderContext, ProviderRefusal, unavailable } from './ask-provider.ts';
import { providerAmount } from './provider-amount.ts';
import { readSession, textOf } from './sessions.ts';

/** Pays back once for each key, however often it is sent, and also after the provider has forgotten the key. */
export async function payBack(
  context: ProviderContext,
  { reference, key, amount, again }: Graph['PayBackInput'],
): Promise<Graph['PaidBack']> {
  const { paymentIntent, currency } = await readSession(context, reference);
  if (paymentIntent === null) return { reference: null, refusal: 'Nothing was paid.' };
  const before = again ? await findRefund(context, paymentIntent, key) : undefined;
  const fields = {
    payment_intent: paymentIntent,
    amount: String(providerAmount(amount, currency)),
    'metadata[key]': key,
  };
  try {
    return paidBack(before ?? (await askProvider(context, { path: '/v1/refunds', fields, key })));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // Nothing is left of the charge: the merchant has paid it back at the provider's dashboard.
    if (error.code === 'charge_already_refunded') return { reference: error.code, refusal: null };
    return { reference: null, refusal: error.message };
  }
}

async function findRefund(context: ProviderContext, paymentIntent: string, key: string): Promise<unknown> {
  const query = new URLSearchParams({ payment_intent: paymentIntent, limit: '100' });
  const refunds = fieldOf(await askProvider(context, { path: `/v1/refunds?${query}` }), 'data');
  if (!Array.isArray(refunds)) throw unavailable('answers no list of refunds');
  return refunds.find((refund: unknown) => fieldOf(fieldOf(refund, 'metadata'), 'key') === key);
}

function paidBack(refund: unknown): Graph['PaidBack'] {
  const [id, status] = [textOf(refund, 'id'), textOf(refund, 'status')];
  if (id === null) throw unavailable('answers something that is no refund');
  // A failure that comes later would be heard of by none. So `payments` asks again until it is over.
  if (status === 'pending') throw unavailable('has not finished the refund');
  if (status === 'failed' || status === 'canceled')
    return { reference: null, refusal: `The provider says: ${status}.` };
  return { reference: id, refusal: null };
}
