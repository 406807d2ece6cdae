import type { Context } from '../orders.gen.ts';
import { changeState, type Move } from './change-state.ts';
import type { SagaContext } from './neighbours.ts';
import { findOrder, type OrderRow } from './order-row.ts';
import { steps } from './steps.ts';

/**
 * Drives an order on, as far as it goes now. Requests, events and the sweep call it, several at once and after a crash
 * at any place: a step asks neighbours what is idempotent by the order's id, and a move counts where the order has not
 * moved meanwhile. Rejects when a neighbour fails; the sweep then tries it again.
 */
export async function advance(context: SagaContext, id: string): Promise<OrderRow | undefined> {
  const order = await findOrder(context.database, id);
  return order && (await advanceFrom(context, order));
}

/**
 * As `advance`, for an order that was read a moment ago. It is stored, so a neighbour that is away fails no request: the
 * order stays where it is, and the sweep tries it again.
 */
export async function tryToAdvance(context: SagaContext & Pick<Context, 'signal'>, order: OrderRow): Promise<OrderRow> {
  try {
    return (await advanceFrom(context, order)) ?? order;
  } catch (error) {
    context.signal.throwIfAborted();
    context.logger.warn('order waits for a neighbour', { order: order.id, reason: String(error) });
    return order;
  }
}

async function advanceFrom(context: SagaContext, found: OrderRow): Promise<OrderRow | undefined> {
  let order: OrderRow | undefined = found;
  while (order !== undefined) {
    const move: Move | undefined = await steps[order.state]?.(context, order);
    if (move === undefined) break;
    order = (await changeState(context, order, move)) ?? (await findOrder(context.database, found.id));
  }
  return await findOrder(context.database, found.id);
}
