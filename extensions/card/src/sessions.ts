import type { Context, Graph } from '../card.gen.ts';
import { askProvider, fieldOf, type ProviderContext, ProviderRefusal, unavailable } from './ask-provider.ts';
import { providerAmount, shopAmount } from './provider-amount.ts';

/** A checkout session of the provider: one payment that a buyer can make. */
export interface Session {
  readonly id: string;
  readonly status: string;
  readonly paymentStatus: string;
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Where the buyer pays. */
  readonly url: string | null;
  readonly order: string | null;
  /** The address of the shop that has opened it. Null where that shop has none in its gateway.yaml. */
  readonly shop: string | null;
  readonly paymentIntent: string | null;
}

const sessionsPath = '/v1/checkout/sessions';

type StartContext = ProviderContext & Pick<Context, 'shop' | 'logger'>;

/** Opens a session for the buyer to pay at. What the provider refuses for good is closed. */
export async function startPayment(
  context: StartContext,
  input: Graph['StartPaymentInput'],
): Promise<Graph['StartedPayment']> {
  try {
    const { id, url } = await startSession(context, input);
    return { state: 'OPEN', reference: id, address: url };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    context.logger.error('the provider refuses a payment', { order: input.order, reason: error.message });
    return { state: 'CLOSED', reference: null, address: null };
  }
}

/** The order's id and the key make it the same session for each attempt. */
async function startSession(
  context: StartContext,
  { order, key, amount, description, returnUrl }: Graph['StartPaymentInput'],
): Promise<Session> {
  const fields = {
    mode: 'payment',
    // Others of the provider's methods, such as a debit, take days. An order waits for half an hour.
    'payment_method_types[0]': 'card',
    client_reference_id: order,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': context.shop.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(providerAmount(amount, context.shop.currency)),
    'line_items[0][price_data][product_data][name]': description,
    success_url: returnUrl,
    cancel_url: returnUrl,
    // Webhooks of the account go to all of its shops.
    ...(context.shop.url !== undefined && { 'metadata[shop]': context.shop.url }),
  };
  return requireSession(await askProvider(context, { path: sessionsPath, fields, key }));
}

export async function readSession(context: ProviderContext, id: string): Promise<Session> {
  return requireSession(await askProvider(context, { path: `${sessionsPath}/${encodeURIComponent(id)}` }));
}

/** Keeps the buyer from paying. The provider refuses that once it is paid or over: then it says which. */
export async function expireSession(context: ProviderContext, id: string): Promise<Session> {
  try {
    const path = `${sessionsPath}/${encodeURIComponent(id)}/expire`;
    return requireSession(await askProvider(context, { path, fields: {} }));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    return await readSession(context, id);
  }
}

export function outcomeOf({ status, paymentStatus, amount }: Session): Graph['StoppedPayment'] {
  if (paymentStatus === 'paid') return { state: 'CAPTURED', amount };
  return { state: status === 'expired' ? 'CLOSED' : 'OPEN', amount: 0 };
}

/** Undefined for what is no session. */
export function parseSession(value: unknown): Session | undefined {
  const [id, status, paymentStatus] = [
    fieldOf(value, 'id'),
    fieldOf(value, 'status'),
    fieldOf(value, 'payment_status'),
  ];
  const amount = fieldOf(value, 'amount_total');
  if (typeof id !== 'string' || typeof status !== 'string' || typeof paymentStatus !== 'string') return undefined;
  if (typeof amount !== 'number') return undefined;
  const [url, order] = [textOf(value, 'url'), textOf(value, 'client_reference_id')];
  const shop = textOf(fieldOf(value, 'metadata'), 'shop');
  const currency = textOf(value, 'currency')?.toUpperCase() ?? '';
  const parts = { url, order, shop, currency, paymentIntent: textOf(value, 'payment_intent') };
  return { id, status, paymentStatus, amount: shopAmount(amount, currency), ...parts };
}

export function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : null;
}

function requireSession(value: unknown): Session {
  const session = parseSession(value);
  if (session === undefined) throw unavailable('answers something that is no session');
  return session;
}
