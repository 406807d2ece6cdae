import { Badge } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Texts } from '../../orders.gen.ts';
import type { OrderRow } from '../order-row.ts';

/** How an order stands, in one word or two. What is to be sent stands out. */
export function OrderBadge({ state, sentAt, isPartlySent }: Pick<OrderRow, 'state' | 'sentAt' | 'isPartlySent'>) {
  const text = useText<Texts>();
  const isSold = state === 'PAID' || state === 'CONFIRMED';
  if (isSold && sentAt !== null) return <Badge tone="good">{text('desk.sent')}</Badge>;
  if (isSold && isPartlySent) return <Badge tone="warn">{text('desk.partlySent')}</Badge>;
  return <Badge tone={isSold ? 'warn' : 'neutral'}>{text('account.state', { state })}</Badge>;
}
