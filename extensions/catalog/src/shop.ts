export const shopName = 'Stoa';

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** Formats a price for shoppers. */
export function formatPrice(price: number): string {
  return money.format(price);
}
