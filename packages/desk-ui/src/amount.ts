/**
 * A number as a person writes it, in units of its last decimal: with two of them, `12.90` and `12,9` are 1290.
 * Undefined for what is none, has more decimals, or more than nine digits. A comma has no three digits behind it.
 */
export function amountIn(text: string, decimals: number): number | undefined {
  const [, whole, sign, part = ''] = /^(\d+)(?:([.,])(\d+))?$/.exec(plainDigits(text)) ?? [];
  // `1,290` is a thousand for many people, also where it could have three decimals.
  if (sign === ',' && part.length === 3) return undefined;
  if (whole === undefined || part.length > decimals || whole.length > 9 - decimals) return undefined;
  return Number(whole + part.padEnd(decimals, '0'));
}

/** A number with Arabic, Persian or full-width digits in those of `parseInt`, with a point before decimals. */
export function plainDigits(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/[\u066b\uff0e]/g, '.');
}
