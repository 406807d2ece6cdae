import type { Context } from '../orders.gen.ts';
import { advance } from './advance.ts';
import type { OrderRow } from './order-row.ts';

/** The order is stored, so a neighbour that is away fails no request: the sweep drives the order on. */
export async function driveOn(context: Context, order: OrderRow): Promise<OrderRow> {
  try {
    return (await advance(context, order.id)) ?? order;
  } catch (error) {
    context.signal.throwIfAborted();
    context.logger.warn('order waits for a neighbour', { order: order.id, reason: String(error) });
    return order;
  }
}
