import type { Move } from './change-state.ts';
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
import { mailAbout } from './order-link.ts';
import type { OrderRow, OrderState } from './order-row.ts';
import { leftOf, parcelsOf } from './parcels.ts';

type Step = (context: SagaContext, order: OrderRow) => Promise<Move | undefined>;

/** What is done in each state. Answers where the order goes; undefined where it waits, or is at its end. */
export const steps: Partial<Record<OrderState, Step>> = {
  PLACING: async (context, order) => {
    if (order.isLate) return { to: 'CANCELLED' };
    const vouchers = await holdVouchers(context, order);
    // Refused without a reason: another caller gave them back, since the stock was out, which is asked for next.
    if (vouchers.state === 'REFUSED' && vouchers.missing.length > 0) return { to: 'REJECTED', vouchers };
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
      // A cart has one order. An open cart of a cancelled one could never be ordered.
      if (!order.isCartClosed) await closeCart(context, order);
      await context.database.query('update orders set released = true, cart_closed = true where order_id = $1', [
        order.id,
      ]);
    }
    return undefined;
  },

  // Late money: what was given back is taken again, or the money goes back.
  PAYING: async (context, order) => {
    if (order.isUnwanted) return { to: 'REFUNDING' };
    const vouchers = await commitVouchers(context, order);
    if (vouchers !== undefined) return { to: 'REFUNDING', vouchers };
    return { to: (await commitStock(context, order)) ? 'PAID' : 'REFUNDING' };
  },

  PAID: (context, order) => keepOrEnd(context, order, 'REFUNDING'),

  CONFIRMED: (context, order) => keepOrEnd(context, order, 'CLOSING'),

  REFUNDING: async (context, order) => {
    // For good: another caller may still be about to commit for the step before.
    await giveBackStock(context, order, { forGood: true });
    await releaseVouchers(context, order, { forGood: true });
    if ((await paymentOf(context, order))?.state === 'CAPTURED') await refundRest(context, order);
    // A part that is under way counts once the provider has answered, which payments then tell.
    const { captured = 0, refunded = 0 } = (await paymentOf(context, order)) ?? {};
    if (refunded === captured) return { to: 'REFUNDED', refunded };
    const left = captured - refunded;
    const what = 'the order waits for money to go back: a refund has no answer, or was refused';
    context.logger.warn(what, { order: order.id, left });
    return undefined;
  },
};

/** An order that is unwanted ends, unless all of it is sent. Else the rest that the shop has cancelled is given back. */
async function keepOrEnd(context: SagaContext, order: OrderRow, to: OrderState): Promise<Move | undefined> {
  if (order.isUnwanted && order.sentAt === null) return { to };
  if (order.rest !== 'CANCELLED') return undefined;
  const [parcels = []] = await parcelsOf(context.database, [order]);
  await returnStock(context, order, { key: 'rest', lines: leftOf(order.lines, parcels) });
  await context.database.query("update orders set rest = 'RETURNED' where order_id = $1", [order.id]);
  return undefined;
}

/** Payments say how much is left, since the shop may pay a part back at the same moment. */
async function refundRest(context: SagaContext, order: OrderRow): Promise<void> {
  const { state, reason } = await refundPayment(context, order, { key: 'order' });
  if (state === 'REFUSED')
    context.logger.error('refund is refused, so pay the buyer back by hand', { order: order.id, reason });
}

interface Opened {
  readonly isOpened: boolean;
  readonly address: string | null;
}

/**
 * Keeps where the buyer pays, and that the cart is closed. Of an order by hand, the mail with the link goes once, in the
 * same transaction.
 */
async function waitForPayment(context: SagaContext, order: OrderRow, payment: Opened): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const [known] = await transaction.query<{ before: string | null }>(
      `update orders set cart_closed = true, opened = $2, pay_address = $3
       from (select pay_address as before from orders where order_id = $1 for update) old
       where order_id = $1 and state = 'PENDING' returning before`,
      [order.id, payment.isOpened, payment.address],
    );
    const isNew = known?.before === null && payment.address !== null;
    if (order.isByHand && isNew) await transaction.mail('order-to-pay', await mailAbout(transaction, order, {}));
  });
}
