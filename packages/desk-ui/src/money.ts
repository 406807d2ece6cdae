import { StoaError } from 'stoa';
import { amountIn } from './amount.ts';

/** An amount of a currency's smallest unit as a form has it: 1290 is `12.90`. */
export function moneyText(money: number): string {
  return (money / 100).toFixed(2);
}

/**
 * What a person typed, such as `12.90` or `12,9`, in the smallest unit. Throws BAD_USER_INPUT at the field for what is
 * no amount, with a text of the extension.
 */
export function moneyOf(text: string, field: string, message = 'desk.noPrice'): number {
  const amount = amountIn(text.trim());
  if (amount === undefined)
    throw new StoaError('BAD_USER_INPUT', { text: message }, { fields: { [field]: { text: message } } });
  return amount;
}
