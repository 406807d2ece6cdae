/** The fields of `Query.flatRateShipping` that components select. */
export interface FlatRate {
  readonly price: number;
  readonly days: readonly number[];
}

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

export function formatRate({ price }: FlatRate): string {
  return money.format(price);
}

export function formatDays({ days }: FlatRate): string {
  return `${days.join(' to ')} working days`;
}
