import type { Context } from '../orders.gen.ts';
import { advanceFrom } from './advance.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Drives on an order that was read a moment ago. It is stored, so a neighbour that is away fails no request: the sweep
 * tries it again.
 */
export async function driveOn(context: Context, order: OrderRow): Promise<OrderRow> {
  try {
    return (await advanceFrom(context, order)) ?? order;
  } catch (error) {
    context.signal.throwIfAborted();
    context.logger.warn('order waits for a neighbour', { order: order.id, reason: String(error) });
    return order;
  }
}
