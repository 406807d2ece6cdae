import { StoaError } from 'stoa';

/** An amount of a currency's smallest unit as a form has it: 1290 is `12.90`. */
export function moneyText(money: number): string {
  return (money / 100).toFixed(2);
}

/**
 * What a person typed, such as `12.90` or `12,9`, in the smallest unit. Throws BAD_USER_INPUT at the field for what is
 * no amount, with a text of the extension.
 */
export function moneyOf(text: string, field: string, message = 'desk.noPrice'): number {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined)
    throw new StoaError('BAD_USER_INPUT', { text: message }, { fields: { [field]: { text: message } } });
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
