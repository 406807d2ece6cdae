import settings from '../flat-rate.json' with { type: 'json' };

/** The price of a parcel in the shop's currency, and its working days: at least, and at most. */
export interface FlatRate {
  readonly price: number;
  readonly days: readonly number[];
}

/** Checks the text of flat-rate.json. Throws an Error that names what is wrong. */
export function readFlatRate({ price, days }: { readonly price?: unknown; readonly days?: unknown }): FlatRate {
  if (typeof price !== 'number' || !(price >= 0))
    throw new Error('flat-rate.json: "price" must be a number, 0 or more');
  if (!Array.isArray(days) || days.length !== 2) throw new Error('flat-rate.json: "days" must be two numbers');
  const [least, most]: readonly unknown[] = days;
  if (!isCount(least) || !isCount(most) || least > most)
    throw new Error('flat-rate.json: "days" must be whole numbers, the smaller one first');
  return { price, days: [least, most] };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

export const flatRate: FlatRate = readFlatRate(settings);
