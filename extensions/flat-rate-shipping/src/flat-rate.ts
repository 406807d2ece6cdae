import type { Context } from '../flat-rate-shipping.gen.ts';

type Zone = Context['settings']['zones'][number];

/** The zone of a country; undefined where no parcel goes. */
export function findZone({ zones }: Context['settings'], country: string): Zone | undefined {
  return zones.find(({ countries }) => countries.length === 0 || countries.includes(country));
}

/** What a parcel with goods of this worth costs. Both are in the smallest unit of the currency. */
export function amountOf({ amount, freeFrom }: Zone, goods: number): number {
  return freeFrom !== undefined && goods >= freeFrom ? 0 : amount;
}

/** The setting may have the most first. */
export function sortedDays({ days }: Pick<Zone, 'days'>): readonly number[] {
  return days.toSorted((one, other) => one - other);
}

/** For texts about working days: `2 to 3`, or `1`. */
export function daysOf(
  zone: Pick<Zone, 'days'>,
  text: Context['text'],
): { readonly count: number; readonly days: string | number } {
  const [least = 0, most = least] = sortedDays(zone);
  return { count: most, days: least === most ? most : text('shipping.range', { least, most }) };
}
