import { StoaError } from 'stoa';

/** An amount as a form has it: 12.90. */
export function moneyText(money: number): string {
  return (money / 100).toFixed(2);
}

/** What a person typed, in hundredths. Throws BAD_USER_INPUT. */
export function moneyOf(text: string, field: string): number {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined)
    throw new StoaError('BAD_USER_INPUT', { text: 'desk.noPrice' }, { fields: { [field]: { text: 'desk.noPrice' } } });
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
