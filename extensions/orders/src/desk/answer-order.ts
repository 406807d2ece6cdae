import { answerSaved } from '@stoa/desk-ui';
import { type EndpointInput, type Request, type Response, StoaError } from 'stoa';
import type { Context } from '../../orders.gen.ts';
import type { OrderRow } from '../order-row.ts';

interface Changed {
  readonly context: Pick<Context, 'url'>;
  readonly order: OrderRow | null;
  /** What was done: the page has a notice for it. */
  readonly saved: string;
}

/** A browser goes back to the order's page; other clients get JSON. Throws NOT_FOUND without an order. */
export function answerOrder<Input extends EndpointInput>(
  request: Request<Input>,
  response: Response,
  { context, order, saved }: Changed,
): void {
  if (order === null) throw new StoaError('NOT_FOUND', { text: 'rules.noOrder' });
  const { id, state, sentAt, isPartlySent, totals } = order;
  const data = { order: { id, state, sentAt, isPartlySent, refunded: totals.refunded } };
  answerSaved(request, response, { page: () => context.url('deskOrder', { orderId: id }), saved, data });
}
