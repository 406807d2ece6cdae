/** How much is in a variant. */
export interface VariantContent {
  readonly amount: number;
  readonly unit: 'g' | 'kg' | 'ml' | 'l';
}

/**
 * What a kilogram or a litre costs, in the smallest unit of the currency, rounded half up. Directive 98/6/EC compares
 * prices by these two, whatever size a package has.
 */
export function unitMoney(money: number, { amount, unit }: VariantContent): number {
  // A content has at most three decimals. So all are integers, and with any price of the catalog below 2^53.
  const share = Math.round(amount * 1000);
  const whole = unit === 'kg' || unit === 'l' ? 1000 : 1_000_000;
  return Math.floor((2 * money * whole + share) / (2 * share));
}

/** SQL of the content in a row of a product or a variant, as one value; null for none. */
export const contentValue = `case when content_amount is not null then
    json_build_object('amount', content_amount, 'unit', content_unit) end`;

/** SQL of it as a text such as `450 g`; null for none. */
export const contentText = "trim_scale(content_amount) || ' ' || content_unit";
