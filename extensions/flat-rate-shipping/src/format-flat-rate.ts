import type { Text } from 'stoa';
import type { Texts } from '../flat-rate-shipping.gen.ts';
import type { FlatRate } from './flat-rate.ts';

/** For texts about working days: `2 to 3`, or `1`. */
export function daysOf(
  { days: [least = 0, most = least] }: Pick<FlatRate, 'days'>,
  text: Text<Texts>,
): { readonly count: number; readonly days: string | number } {
  return { count: most, days: least === most ? most : text.plain('shipping.range', { least, most }) };
}
