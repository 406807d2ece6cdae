import type { Context } from '../flat-rate-shipping.gen.ts';
import type { Zone } from './flat-rate.ts';

/** For texts about working days: `2 to 3`, or `1`. */
export function daysOf(
  { days: [least = 0, most = least] }: Pick<Zone, 'days'>,
  text: Context['text'],
): { readonly count: number; readonly days: string | number } {
  return { count: most, days: least === most ? most : text('shipping.range', { least, most }) };
}
