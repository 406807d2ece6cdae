import { addressed } from './move-order.ts';
import type { SagaContext } from './neighbours.ts';
import type { OrderRow } from './order-row.ts';

interface Opened {
  readonly isOpened: boolean;
  readonly address: string | null;
}

/**
 * Keeps where the buyer pays, and that the cart is closed. Of an order by hand, the mail with the link goes once, in the
 * same transaction.
 */
export async function waitForPayment(context: SagaContext, order: OrderRow, payment: Opened): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const [known] = await transaction.query<{ before: string | null }>(
      `update orders set cart_closed = true, opened = $2, pay_address = $3
       from (select pay_address as before from orders where order_id = $1 for update) old
       where order_id = $1 and state = 'PENDING' returning before`,
      [order.id, payment.isOpened, payment.address],
    );
    const isNew = known?.before === null && payment.address !== null;
    if (order.isByHand && isNew) await transaction.mail('order-to-pay', await addressed(transaction, order, {}));
  });
}
