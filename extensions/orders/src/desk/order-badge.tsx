import { Badge } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Graph, Texts } from '../../orders.gen.ts';

interface OrderBadgeProps {
  readonly state: Graph['OrderState'];
  readonly sentAt: string | null;
  readonly isPartlySent: boolean;
}

/** How an order stands, in one word or two. What is to be sent stands out. */
export function OrderBadge({ state, sentAt, isPartlySent }: OrderBadgeProps) {
  const text = useText<Texts>();
  const isSold = state === 'PAID' || state === 'CONFIRMED';
  if (isSold && sentAt !== null) return <Badge tone="good">{text('desk.sent')}</Badge>;
  if (isSold && isPartlySent) return <Badge tone="warn">{text('desk.partlySent')}</Badge>;
  return <Badge tone={isSold ? 'warn' : 'neutral'}>{text('account.state', { state })}</Badge>;
}
