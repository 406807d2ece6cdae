import type { QueryResult } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { makeKey } from './order-link.ts';
import type { OrderRow } from './order-row.ts';
import { piecesOf } from './parcels.ts';

/** What the saga needs: a request has it, and so have subscribers and jobs. */
export type SagaContext = Pick<Context, 'database' | 'query' | 'shop' | 'logger'>;

interface Release {
  /** False: it is taken again when money comes late. */
  readonly forGood: boolean;
}

/** An error of a neighbour stops the step. The sweep tries it again. */
export function dataOf<Data>({ data, errors }: QueryResult<Data>): Data {
  if (data == null || errors !== undefined)
    throw new AggregateError(errors ?? [], errors?.[0]?.message ?? 'There is no answer.');
  return data;
}

/** Codes that cannot be used, and why, in the same order. */
export interface RefusedVouchers {
  readonly missing: readonly string[];
  readonly problems: readonly string[];
}

/** Beyond the time to pay, since a payment may come in its last minute. */
const spareMs = 15 * 60_000;

export async function holdStock({ query }: SagaContext, order: OrderRow) {
  const until = new Date(Date.parse(order.payUntil) + spareMs).toISOString();
  const text = `mutation ($order: ID!, $lines: [StockLineInput!]!, $until: String!) {
    holdStock(order: $order, lines: $lines, until: $until) { state missing }
  }`;
  return dataOf(await query(text, { order: order.id, lines: piecesOf(order.lines), until })).holdStock;
}

/** Uses the vouchers that the order's prices count on. A shop that has no vouchers any more keeps these prices. */
export async function holdVouchers({ query }: SagaContext, { id, cart, vouchers, email }: OrderRow) {
  const held = { state: 'HELD', missing: [], problems: [] } as const;
  if (vouchers.length === 0) return held;
  const text = `mutation ($order: ID!, $cart: ID!, $codes: [ID!], $buyer: String) {
    holdVouchers(order: $order, cart: $cart, codes: $codes, buyer: $buyer) { state missing problems }
  }`;
  const answer = await query(text, { order: id, cart, codes: vouchers, buyer: email });
  return answer.absent === undefined ? dataOf(answer).holdVouchers : held;
}

/** Uses again what was given back, since money may come late. Answers the vouchers that cannot be used again. */
export async function commitVouchers({ query }: SagaContext, order: OrderRow): Promise<RefusedVouchers | undefined> {
  if (order.vouchers.length === 0) return undefined;
  const text = `mutation ($order: ID!, $codes: [ID!]!, $buyer: String) {
    commitVouchers(order: $order, codes: $codes, buyer: $buyer) { state missing problems }
  }`;
  const answer = await query(text, { order: order.id, codes: order.vouchers, buyer: order.email });
  if (answer.absent !== undefined) return undefined;
  const { state, ...refused } = dataOf(answer).commitVouchers;
  return state === 'REFUSED' && refused.missing.length > 0 ? refused : undefined;
}

export async function releaseVouchers(
  { query }: SagaContext,
  { id, vouchers }: OrderRow,
  { forGood }: Release,
): Promise<void> {
  if (vouchers.length === 0) return;
  const text = `mutation ($order: ID!, $forGood: Boolean) {
    releaseVouchers(order: $order, forGood: $forGood) { state }
  }`;
  const answer = await query(text, { order: id, forGood });
  if (answer.absent === undefined) dataOf(answer);
}

export async function commitStock({ query }: SagaContext, { id }: OrderRow): Promise<boolean> {
  const text = 'mutation ($order: ID!) { commitStock(order: $order) { state } }';
  return dataOf(await query(text, { order: id })).commitStock.state === 'COMMITTED';
}

/** Gives back what is held; for good, also what was committed already. */
export async function giveBackStock({ query }: SagaContext, order: OrderRow, { forGood }: Release): Promise<void> {
  const release = `mutation ($order: ID!, $forGood: Boolean) {
    releaseStock(order: $order, forGood: $forGood) { state }
  }`;
  const { releaseStock } = dataOf(await query(release, { order: order.id, forGood }));
  if (releaseStock.state === 'COMMITTED' && forGood)
    await returnStock({ query }, order, { key: 'order', lines: order.lines });
}

interface Return {
  /** The same key is given back once. */
  readonly key: string;
  readonly lines: OrderRow['lines'];
}

/** Gives back what was committed. */
export async function returnStock(
  { query }: Pick<SagaContext, 'query'>,
  { id }: OrderRow,
  { key, lines }: Return,
): Promise<void> {
  const text = `mutation ($order: ID!, $key: ID!, $lines: [StockLineInput!]!) {
    returnStock(order: $order, key: $key, lines: $lines)
  }`;
  dataOf(await query(text, { order: id, key, lines: piecesOf(lines) }));
}

export async function openPayment(context: SagaContext, order: OrderRow) {
  const { query, shop } = context;
  const text = 'mutation ($input: OpenPaymentInput!) { openPayment(input: $input) { state address } }';
  const input = {
    order: order.id,
    method: order.paymentMethod,
    amount: order.totals.total,
    description: `${shop.name} ${order.number}`,
    country: order.address.country,
    returnUrl: order.origin + (order.isByHand ? await pathWithKey(context, order) : order.path),
  };
  return dataOf(await query(text, { input })).openPayment;
}

/**
 * The buyer of an order by hand has neither account nor browser here, and comes back from the provider. The payment keeps
 * the first address, so a later one needs no key.
 */
async function pathWithKey(context: SagaContext, order: OrderRow): Promise<string> {
  const isKnown = (await paymentOf(context, order)) !== null;
  return isKnown ? order.path : `${order.path}?key=${await makeKey(context.database, order.id)}`;
}

export async function closePayment({ query }: SagaContext, { id }: OrderRow) {
  const text = 'mutation ($order: ID!) { closePayment(order: $order) { state } }';
  return dataOf(await query(text, { order: id })).closePayment.state;
}

export async function paymentOf({ query }: SagaContext, { id }: OrderRow) {
  const text = 'query ($order: ID!) { paymentOf(order: $order) { state captured refunded } }';
  return dataOf(await query(text, { order: id })).paymentOf;
}

/** Without an amount, all that is left. */
export async function refundPayment({ query }: SagaContext, order: OrderRow, refund: { key: string; amount?: number }) {
  const text = `mutation ($order: ID!, $key: ID!, $amount: Int) {
    refundPayment(order: $order, key: $key, amount: $amount) { state amount reason }
  }`;
  return dataOf(await query(text, { order: order.id, ...refund })).refundPayment;
}

/** For the confirmation. A paid order does not wait for texts: the mail goes without those of a part that fails. */
export async function mailTexts({ query, logger }: SagaContext, { id, locale }: OrderRow) {
  const text = 'query ($locale: String!) { orderMailTexts(locale: $locale) { title paragraphs } }';
  const { data, errors } = await query(text, { locale });
  if (errors !== undefined)
    logger.error('confirmation lacks texts', { order: id, reason: errors.map(({ message }) => message).join(' ') });
  return data?.orderMailTexts ?? [];
}

export async function closeCart({ query }: SagaContext, order: OrderRow): Promise<void> {
  const text = `mutation ($cart: ID!, $order: ID!, $lines: [OrderedLineInput!]) {
    closeCart(cart: $cart, order: $order, lines: $lines)
  }`;
  dataOf(await query(text, { cart: order.cart, order: order.id, lines: piecesOf(order.lines) }));
}
