import { Field } from '@stoa/desk-ui';
import { useShop, useText } from 'stoa';
import type { Texts } from '../pricing.gen.ts';
import { localTime } from './local-time.ts';

interface TimeFieldsProps {
  readonly from?: string;
  readonly until?: string | null;
}

/** When something holds. Without a beginning it holds at once, and without an end for good. */
export function TimeFields({ from, until }: TimeFieldsProps) {
  const { timeZone } = useShop();
  const text = useText<Texts>();
  const hint = text('desk.timeHint', { zone: timeZone });
  const shown = (time: string | null | undefined) => (time == null ? undefined : localTime(time, timeZone));
  return (
    <>
      <Field name="from" label={text('desk.from')} type="datetime-local" value={shown(from)} hint={hint} />
      <Field name="until" label={text('desk.until')} type="datetime-local" value={shown(until)} hint={hint} />
    </>
  );
}
