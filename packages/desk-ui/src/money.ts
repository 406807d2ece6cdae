/** An amount of a currency's smallest unit as a form has it: 1290 is `12.90`. */
export function moneyText(money: number): string {
  return (money / 100).toFixed(2);
}

/** What a person typed, such as `12.90` or `12,9`, in the smallest unit. Undefined for what is no amount. */
export function parseMoney(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
