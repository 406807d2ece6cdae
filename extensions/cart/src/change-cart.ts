import { createHash } from 'node:crypto';
import { StoaError } from 'stoa';
import type { Context, Transaction } from '../cart.gen.ts';
import { findVariantMoney } from './ask-variants.ts';
import { mostLines, mostMoney, mostPieces } from './cart-limits.ts';
import type { CartOwner } from './cart-owner.ts';
import { addLine, readBefore, setQuantity, worthOf } from './line-store.ts';
import { mergeCarts } from './merge-carts.ts';
import { openCart } from './open-cart.ts';

interface Addition {
  readonly sku: string;
  readonly quantity: number;
  readonly formKey?: string | null | undefined;
}

/** Puts pieces into the owner's cart. A form that is sent twice adds once. Throws StoaError. */
export async function addToCart(context: Context, owner: CartOwner, addition: Addition): Promise<void> {
  const { sku, quantity, formKey } = addition;
  const money = await findVariantMoney(context, sku);
  const formDigest = formKey ? digestOf(formKey, sku, quantity) : null;
  await context.database.transaction(async (transaction) => {
    const cartId = await openMerged(context, transaction, owner);
    const line = { sku, quantity, money, formDigest };
    const before = await readBefore(transaction, cartId, line);
    if (before.isAdded) return;
    if (before.quantity + quantity > mostPieces)
      throw new StoaError('BAD_USER_INPUT', { text: 'rules.tooManyPieces', values: { most: mostPieces } });
    if (before.quantity === 0 && before.lines >= mostLines)
      throw new StoaError('BAD_USER_INPUT', { text: 'rules.tooManyLines', values: { most: mostLines } });
    await addLine(transaction, cartId, line);
    await refuseTooMuch(transaction, cartId);
  });
}

/** Gives a line another quantity; zero removes it. Throws StoaError. */
export async function changeCartLine(
  context: Context,
  owner: CartOwner | undefined,
  change: { readonly sku: string; readonly quantity: number },
): Promise<void> {
  const isChanged =
    owner !== undefined &&
    (await context.database.transaction(async (transaction) => {
      const cartId = await openMerged(context, transaction, owner);
      const before = await worthOf(transaction, cartId);
      const isThere = await setQuantity(transaction, cartId, change);
      await refuseTooMuch(transaction, cartId, before);
      return isThere;
    }));
  if (!isChanged) throw new StoaError('NOT_FOUND', { text: 'rules.noLine' });
}

/** The totals of a cart beyond this are an error, and with them the pages that show it. One that is may get smaller. */
async function refuseTooMuch(transaction: Transaction, cartId: string, before = 0): Promise<void> {
  if ((await worthOf(transaction, cartId)) > Math.max(mostMoney, before))
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.tooMuch' });
}

async function openMerged({ visitor, shop }: Context, transaction: Transaction, owner: CartOwner): Promise<string> {
  if ('customer' in owner && visitor !== null) await mergeCarts(transaction, { customer: owner.customer, visitor });
  return await openCart(transaction, owner, shop.country);
}

function digestOf(...values: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
