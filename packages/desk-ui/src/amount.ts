/**
 * A number as a person writes it, in units of its last decimal: with two of them, `12.90` and `12,9` are 1290.
 * Undefined for what is none, has more decimals, or more than nine digits.
 */
export function amountIn(text: string, decimals: number): number | undefined {
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined || part.length > decimals || whole.length > 9 - decimals) return undefined;
  return Number(whole + part.padEnd(decimals, '0'));
}
