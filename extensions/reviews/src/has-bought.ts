import type { Context } from '../reviews.gen.ts';

const boughtText = 'query ($productId: ID!) { hasBought(productId: $productId) }';

/**
 * Asks the shop whether the caller, or this browser, has bought the product. A shop without orders says no. Where
 * orders are away, the review is stored without the mark: a person should not have to write it twice.
 */
export async function hasBought(
  { caller, visitor, query, logger }: Pick<Context, 'caller' | 'visitor' | 'query' | 'logger'>,
  productId: string,
): Promise<boolean> {
  if (caller.kind !== 'user' && visitor === null) return false;
  const { absent, data, errors } = await query(boughtText, { productId });
  if (absent === undefined && errors !== undefined)
    logger.error('purchase of a reviewer not checked', { reason: errors.map(({ message }) => message).join(' ') });
  return data?.hasBought ?? false;
}
