import { Badge } from '@stoa/desk-ui';
import { useText } from 'stoa';
import type { Texts } from '../../catalog.gen.ts';

interface StateLabelProps {
  readonly of: {
    readonly state: string;
    readonly publishAt: string | null;
    readonly hideAt: string | null;
  };
}

/** Whether shoppers see a product, and when that changes, in the shop's time zone. */
export function StateLabel({ of: { state, publishAt, hideAt } }: StateLabelProps) {
  const text = useText<Texts>();
  const time = (at: string) => at.replace('T', ' ');
  if (state === 'hidden') return <Badge tone="warn">{text('desk.hidden')}</Badge>;
  if (state === 'published')
    return hideAt === null ? text('desk.published') : text('desk.publishedUntil', { time: time(hideAt) });
  return (
    <Badge tone="warn">
      {publishAt === null ? text('desk.draft') : text('desk.draftUntil', { time: time(publishAt) })}
    </Badge>
  );
}
