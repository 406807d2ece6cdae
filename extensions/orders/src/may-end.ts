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
