import type { Context } from '../flat-rate-shipping.gen.ts';

export type Zone = Context['settings']['zones'][number];

/** The zone of a country; undefined where no parcel goes. */
export function findZone({ zones }: Context['settings'], country: string): Zone | undefined {
  return zones.find(({ countries }) => countries.length === 0 || countries.includes(country));
}
