import type { Context } from '../pricing.gen.ts';
import { addVoucher, type CartVoucherRow, removeOthers, vouchersOfCarts } from './voucher-store.ts';

interface Keyed {
  readonly id: string;
}

/** Why a voucher cannot be used: the keys of the texts. */
export const problemTexts = {
  UNKNOWN: 'rules.noVoucher',
  NOT_YET: 'rules.notYet',
  OVER: 'rules.over',
  USED_UP: 'rules.usedUp',
} as const;

/** What the vouchers of each cart give. Those that cannot be used now give nothing. */
export async function claimsOf(carts: readonly Keyed[], context: Context) {
  return (await readVouchers(carts, context)).map((vouchers) =>
    vouchers
      .filter(({ problem }) => problem === null)
      .map(({ code, kind, amount }) => ({
        __typename: 'VoucherClaim' as const,
        ...{ kind, code, amount },
        label: labelOf({ code, kind }, context),
        taxClass: null,
      })),
  );
}

/** The vouchers of each cart, as the buyer sees them. */
export async function cartVouchers(carts: readonly Keyed[], context: Context) {
  return (await readVouchers(carts, context)).map((vouchers) =>
    vouchers.map(({ code, kind, problem }) => ({
      code,
      label: labelOf({ code, kind }, context),
      problem: problem === null ? null : context.text(problemTexts[problem]),
      address: context.url('removeVoucher', { code }),
    })),
  );
}

/** Gives a cart these vouchers alone. Answers those that cannot be used, and why. */
export async function setCartVouchers({ database, text }: Context, cart: string, typed: readonly string[]) {
  const codes = typed.map((code) => code.trim().toUpperCase());
  await removeOthers(database, cart, codes);
  const refused = [];
  for (const code of codes) {
    const problem = await addVoucher(database, cart, code);
    if (problem !== null) refused.push({ code, problem: text(problemTexts[problem]) });
  }
  return refused;
}

function readVouchers(carts: readonly Keyed[], { database }: Context) {
  return vouchersOfCarts(
    database,
    carts.map(({ id }) => id),
  );
}

function labelOf({ code, kind }: Pick<CartVoucherRow, 'code' | 'kind'>, { text }: Context): string {
  return text(kind === 'FREE_DELIVERY' ? 'voucher.freeDelivery' : 'voucher.name', { code });
}
