import type { OrderRow } from './order-row.ts';

/** Before the first parcel is on its way. */
export function canCancel({ state, sentAt, isPartlySent, isUnwanted }: OrderRow): boolean {
  return ['PENDING', 'CONFIRMED', 'PAYING', 'PAID'].includes(state) && sentAt === null && !isPartlySent && !isUnwanted;
}

/** Fourteen days from the delivery, which is not known here: so thirty from when the last parcel was sent. */
const withdrawalMs = 30 * 86_400_000;

export function canWithdraw({ state, sentAt, withdrawnAt, isUnwanted }: OrderRow): boolean {
  if (!['PAID', 'CONFIRMED'].includes(state) || withdrawnAt !== null || isUnwanted) return false;
  return sentAt === null || Date.now() < Date.parse(sentAt) + withdrawalMs;
}

/** What is left is not sent once the buyer has withdrawn. */
export function canSend({ state, sentAt, withdrawnAt, isUnwanted }: OrderRow): boolean {
  return ['PAID', 'CONFIRMED'].includes(state) && sentAt === null && withdrawnAt === null && !isUnwanted;
}

/** SQL of `canSend`. The index `orders_to_send` has all but the last condition. */
export const toSend = "state in ('CONFIRMED', 'PAID') and sent_at is null and not unwanted and withdrawn_at is null";

/** Whether something is left of an order whose first parcel is on its way. */
export function canCancelRest({ state, isPartlySent }: OrderRow): boolean {
  return ['PAID', 'CONFIRMED'].includes(state) && isPartlySent;
}

/**
 * What is left of the payment, or of what the buyer owes for an order that is paid later. One that is refunded may be
 * helped on, after the provider has refused.
 */
export function refundable({ state, totals, isUnwanted }: OrderRow): number | null {
  const left = totals.total - totals.refunded;
  return (hasPayment(state) || (state === 'CONFIRMED' && !isUnwanted)) && left > 0 ? left : null;
}

/** Whether money of the buyer is there, of which a part may go back. */
export function hasPayment(state: OrderRow['state']): boolean {
  return state === 'PAID' || state === 'REFUNDING';
}
