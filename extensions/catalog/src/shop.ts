export const shopName = 'Stoa';

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** A price as shoppers read it. */
export function formatPrice(price: number): string {
  return money.format(price);
}
