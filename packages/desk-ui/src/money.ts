import { type Shop, StoaError } from 'stoa';
import { amountIn } from './amount.ts';

export { amountIn, plainDigits } from './amount.ts';

type Decimals = Pick<Shop, 'decimals'>;

/** An amount of the currency's smallest unit as a form has it: 1290 is `12.90`, and 1290 yen are `1290`. */
export function moneyText(money: number, { decimals }: Decimals): string {
  return (money / 10 ** decimals).toFixed(decimals);
}

/**
 * What a person typed, such as `12.90` or `12,9`, in the smallest unit of the shop's currency. Throws BAD_USER_INPUT at
 * the field for what is no amount, with a text of the extension.
 */
export function moneyOf(text: string, { decimals }: Decimals, field: string, message = 'desk.noPrice'): number {
  const amount = amountIn(text.trim(), decimals);
  if (amount === undefined)
    throw new StoaError('BAD_USER_INPUT', { text: message }, { fields: { [field]: { text: message } } });
  return amount;
}
