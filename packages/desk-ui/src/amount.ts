/** An amount as a person writes it, such as `12.90` or `12,9`, in the smallest unit. Undefined for what is none. */
export function amountIn(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
