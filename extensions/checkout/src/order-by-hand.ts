import { StoaError } from 'stoa';
import type { Context, Graph, PlaceDeskOrder } from '../checkout.gen.ts';
import { checkBuyer, refuseFields } from './check-buyer.ts';
import { dataOf } from './data-of.ts';
import { findLines } from './find-lines.ts';
import { choose, placeOrder } from './place-order.ts';
import { type CheckoutRow, readCheckout } from './read-checkout.ts';

/** A form may leave fields out. */
type Input = Omit<PlaceDeskOrder['body'], 'step'> & Pick<Graph['DeskOrderInput'], 'lines'>;

export interface DeskOrder {
  readonly order: { readonly id: string } | null;
  readonly address: string | null;
  readonly checkout: CheckoutRow | null;
}

const draftText = 'mutation ($input: DraftCartInput!) { draftCart(input: $input) }';
const voucherText = `
  mutation ($cart: ID!, $codes: [ID!]!) { setCartVouchers(cart: $cart, codes: $codes) { problem } }`;
const openText = 'query ($cart: ID) { cart(id: $cart) { id } }';
const lastText = '{ lastDraft { cart key } }';

/**
 * Fills a cart for a buyer who calls, and orders it as the checkout does. Without `total` it orders nothing, and answers
 * what it costs and what there is to choose from. Throws StoaError with what is wrong at each field.
 */
export async function orderByHand(context: Context, input: Input): Promise<DeskOrder> {
  const { key, country, total } = input;
  if (!/^[A-Z]{2}$/.test(country)) refuseFields({ country: { text: 'desk.wrongCountry' } });
  const lines = await findLines(context, input.lines);
  const { draftCart: cart } = dataOf(await context.query(draftText, { input: { key, country, lines } }));
  const problem = await useVoucher(context, cart, input.voucher);
  // After a first click, the cart is closed, and its order may have used the voucher up: that order answers.
  if (problem !== undefined && (total == null || (await isOpen(context, cart))))
    throw new StoaError('BAD_USER_INPUT', problem, { fields: { voucher: problem } });
  if (total == null) {
    await choose(context, { ...input, cart });
    checkBuyer(input);
    return { order: null, address: null, checkout: await readCheckout(context, cart) };
  }
  const { id, address } = await placeOrder(context, {
    ...input,
    // The cart has these alone.
    lines: null,
    cart,
    total,
    formKey: key,
    byHand: true,
  });
  return { order: { id }, address, checkout: null };
}

/** What the caller has looked at last. Null without one. */
export async function readDraft(context: Context): Promise<{ key: string; checkout: CheckoutRow } | null> {
  const { lastDraft } = dataOf(await context.query(lastText, {}));
  if (lastDraft === null) return null;
  const checkout = await readCheckout(context, lastDraft.cart);
  return checkout && { key: lastDraft.key, checkout };
}

/** Whether the shop has an extension for vouchers. */
export async function hasVouchers(context: Context): Promise<boolean> {
  const { absent } = await context.query(
    'mutation { setCartVouchers(cart: "", codes: []) @include(if: false) { problem } }',
  );
  return absent === undefined;
}

/** What is wrong with the voucher. In a shop without vouchers, there is none to use. */
async function useVoucher(
  context: Context,
  cart: string,
  typed: string | null | undefined,
): Promise<string | undefined> {
  const codes = [typed?.trim() ?? ''].filter((code) => code !== '');
  const answer = await context.query(voucherText, { cart, codes });
  if (answer.absent !== undefined) return codes.length === 0 ? undefined : context.text('desk.noVouchers');
  return dataOf(answer).setCartVouchers[0]?.problem;
}

async function isOpen(context: Context, id: string): Promise<boolean> {
  return dataOf(await context.query(openText, { cart: id })).cart !== null;
}
