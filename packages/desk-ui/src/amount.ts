/**
 * A number as a person writes it, in units of its last decimal: with two of them, `12.90` and `12,9` are 1290.
 * Undefined for what is none, has more decimals, or more than nine digits. A comma has no three digits behind it.
 */
export function amountIn(text: string, decimals: number): number | undefined {
  const [, whole, sign, part = ''] = /^(\d+)(?:([.,])(\d+))?$/.exec(text) ?? [];
  // `1,290` is a thousand for many people, also where it could have three decimals.
  if (sign === ',' && part.length === 3) return undefined;
  if (whole === undefined || part.length > decimals || whole.length > 9 - decimals) return undefined;
  return Number(whole + part.padEnd(decimals, '0'));
}
