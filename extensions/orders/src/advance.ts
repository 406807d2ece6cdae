import { type Move, moveOrder } from './move-order.ts';
import {
  closeCart,
  closePayment,
  commitStock,
  commitVouchers,
  giveBackStock,
  holdStock,
  holdVouchers,
  openPayment,
  paymentOf,
  refundPayment,
  releaseVouchers,
  returnStock,
  type SagaContext,
} from './neighbours.ts';
import { findOrder, type OrderRow, type OrderState } from './order-row.ts';
import { leftOf, parcelsOf } from './parcels.ts';
import { waitForPayment } from './wait-for-payment.ts';

type Step = (context: SagaContext, order: OrderRow) => Promise<Move | undefined>;

/**
 * Drives an order on, as far as it goes now. Requests, events and the sweep call it, several at once and after a crash
 * at any place: a step asks neighbours what is idempotent by the order's id, and a move counts where the order has not
 * moved meanwhile. Rejects when a neighbour fails; the sweep then tries it again.
 */
export async function advance(context: SagaContext, id: string): Promise<OrderRow | undefined> {
  const order = await findOrder(context.database, id);
  return order && (await advanceFrom(context, order));
}

/** As `advance`, for an order that was read a moment ago. */
export async function advanceFrom(context: SagaContext, found: OrderRow): Promise<OrderRow | undefined> {
  let order: OrderRow | undefined = found;
  while (order !== undefined) {
    const move: Move | undefined = await steps[order.state]?.(context, order);
    if (move === undefined) break;
    order = (await moveOrder(context, order, move)) ?? (await findOrder(context.database, found.id));
  }
  return await findOrder(context.database, found.id);
}

const steps: Partial<Record<OrderState, Step>> = {
  PLACING: async (context, order) => {
    if (order.isLate) return { to: 'CANCELLED' };
    const vouchers = await holdVouchers(context, order);
    if (vouchers.state === 'REFUSED') return { to: 'REJECTED', refusedVouchers: vouchers.missing };
    const { state, missing } = await holdStock(context, order);
    if (state === 'OUT') {
      await releaseVouchers(context, order, { forGood: true });
      return { to: 'REJECTED', missing };
    }
    return { to: [state, vouchers.state].includes('RELEASED') ? 'CANCELLED' : 'PENDING' };
  },

  PENDING: async (context, order) => {
    if (order.isUnwanted || (order.isLate && order.isOpened)) return { to: 'CLOSING' };
    if (!order.isCartClosed) await closeCart(context, order);
    const payment = order.totals.total === 0 ? { state: 'LATER', address: null } : await openPayment(context, order);
    if (payment.state === 'CAPTURED') return { to: 'PAYING' };
    if (payment.state === 'LATER') return { to: (await commitStock(context, order)) ? 'CONFIRMED' : 'CLOSING' };
    if (payment.state === 'CLOSED' || order.isLate) return { to: 'CLOSING' };
    await waitForPayment(context, order, { isOpened: payment.state === 'OPEN', address: payment.address });
    return undefined;
  },

  // The provider is asked first: what was paid in the last moment is no cancelled order.
  CLOSING: async (context, order) => {
    const state = await closePayment(context, order);
    if (state === 'CAPTURED') return { to: 'PAYING' };
    return state === 'CLOSED' || state === 'LATER' ? { to: 'CANCELLED' } : undefined;
  },

  CANCELLED: async (context, order) => {
    if ((await paymentOf(context, order))?.state === 'CAPTURED') return { to: 'PAYING' };
    if (!order.isReleased) {
      // Who has seen the address may have paid: another caller then commits meanwhile, and that is not undone here.
      const forGood = !order.isOpened;
      await giveBackStock(context, order, { forGood });
      await releaseVouchers(context, order, { forGood });
      await context.database.query('update orders set released = true where order_id = $1', [order.id]);
    }
    return undefined;
  },

  // Late money: what was given back is taken again, or the money goes back.
  PAYING: async (context, order) => {
    if (order.isUnwanted) return { to: 'REFUNDING' };
    const refusedVouchers = await commitVouchers(context, order);
    if (refusedVouchers.length > 0) return { to: 'REFUNDING', refusedVouchers };
    return { to: (await commitStock(context, order)) ? 'PAID' : 'REFUNDING' };
  },

  PAID: async (context, order) => {
    if (order.isUnwanted && order.sentAt === null) return { to: 'REFUNDING' };
    await returnRest(context, order);
    return undefined;
  },

  CONFIRMED: async (context, order) => {
    if (order.isUnwanted && order.sentAt === null) return { to: 'CLOSING' };
    await returnRest(context, order);
    return undefined;
  },

  REFUNDING: async (context, order) => {
    // For good: another caller may still be about to commit for the step before.
    await giveBackStock(context, order, { forGood: true });
    await releaseVouchers(context, order, { forGood: true });
    const { captured = 0, refunded = 0 } = (await paymentOf(context, order)) ?? {};
    const amount = await fixRefund(context, order, captured - refunded);
    const refund = amount > 0 ? await refundPayment(context, order, { key: 'order', amount }) : { state: 'DONE' };
    if (refund.state === 'REFUSED')
      context.logger.error('refund is refused, so pay the buyer back by hand', { order: order.id });
    return refund.state === 'DONE' ? { to: 'REFUNDED', refunded: captured } : undefined;
  },
};

/** Gives back what was in no parcel when the rest was cancelled. */
async function returnRest(context: SagaContext, order: OrderRow): Promise<void> {
  if (order.rest !== 'CANCELLED') return;
  const [parcels = []] = await parcelsOf(context.database, [order]);
  await returnStock(context, order, { key: 'rest', lines: leftOf(order.lines, parcels) });
  await context.database.query("update orders set rest = 'RETURNED' where order_id = $1", [order.id]);
}

/** The amount of the first attempt: the sum that is left changes when payments have taken it. */
async function fixRefund({ database }: SagaContext, { id }: OrderRow, amount: number): Promise<number> {
  const text = 'update orders set refunding = coalesce(refunding, $2) where order_id = $1 returning refunding';
  const [row] = await database.query<{ refunding: number }>(text, [id, amount]);
  return row?.refunding ?? amount;
}
